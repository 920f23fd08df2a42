import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import type { RecordDeed } from '#kit/registry/lifecycle.ts';

type Candidato = Readonly<Record<string, unknown>>;

const EDITAR = 'ROLE_CAD_CANDIDATO_EDITAR';
const EXCLUIR = 'ROLE_CAD_CANDIDATO_EXCLUIR';

/** What is done with a candidate besides editing the record. */
export const atosDoCandidato = {
  vincular: {
    label: 'Vincular a vagas',
    authority: 'ROLE_CAD_CANDIDATURA_EDITAR',
    when: ({ bloqueado }: Candidato) => bloqueado !== true,
  },
  'imprimir-curriculo': { label: 'Imprimir currículo', authority: 'ROLE_REL_CURRICULO_CANDIDATO' },
  bloquear: {
    label: 'Bloquear',
    also: ['lista negra'],
    authority: EDITAR,
    when: ({ bloqueado }: Candidato) => bloqueado !== true,
  },
  desbloquear: { label: 'Desbloquear', authority: EDITAR, when: ({ bloqueado }: Candidato) => bloqueado === true },
  unificar: { label: 'Unificar', also: ['duplicado', 'juntar'], authority: [EDITAR, EXCLUIR] },
  apagar: {
    label: 'Apagar os dados',
    also: ['LGPD', 'eliminar'],
    authority: EXCLUIR,
    danger: true,
    when: ({ contratado }: Candidato) => contratado !== true,
  },
} as const satisfies Readonly<Record<string, RecordDeed>>;

export const bloqueio = defineForm({
  fields: {
    motivo: having(longText('Motivo', 2_000), { span: 12 }),
    ate: having(optional(date('Até')), { span: 6, hint: 'Vazio: até alguém desbloquear.' }),
  },
  *rules({ ate }, { today }) {
    if (ate !== null && ate < today) yield { field: 'ate', message: 'Escolha um dia a partir de hoje' };
  },
});

export const unificacao = defineForm({
  fields: { outro: having(ref('O outro cadastro da mesma pessoa', 'captacao/candidatos'), { span: 12 }) },
});
