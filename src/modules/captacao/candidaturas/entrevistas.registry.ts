import { boolean, choice } from '#kit/fields/choice.ts';
import { date, instant, time } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref, refs } from '#kit/fields/reference.ts';
import { longText, text, url } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { situacoesDaEntrevista } from './codigos.ts';
import { naSuaCandidatura } from './na-sua.ts';

/** Interviews with candidates. */
export const entrevistas = defineRegistry({
  id: 'entrevistas',
  table: 'candidaturas_entrevistas',
  title: 'Entrevistas',
  singular: 'Entrevista',
  authority: 'ROLE_CAD_ENTREVISTA_CANDIDATO',
  scope: 'empresa',
  empty: {
    why: 'As entrevistas com candidatos: quando, onde e com quem. Cada uma se marca na candidatura.',
    next: { label: 'Abrir a seleção', to: '/captacao/selecao', authority: 'ROLE_CAD_CANDIDATURA' },
  },
  fields: {
    candidatura: ref('Candidatura', 'captacao/candidaturas'),
    data: having(date('Data'), { span: 4 }),
    hora: having(time('Hora'), { span: 4 }),
    duracao: having(integer('Duração em minutos', { min: 5, max: 600 }), { initial: 60, span: 4 }),
    local: having(optional(text('Local', 200)), { hint: 'A sala, ou o endereço aonde o candidato vai.' }),
    endereco: having(optional(url('Videochamada')), { hint: 'O endereço da chamada, se a entrevista for a distância.' }),
    entrevistadores: optional(refs('Quem entrevista', 'utilitario/usuarios', 0, 20)),
    avisarCandidato: having(boolean('Avisar o candidato por e-mail', true), {
      hint: 'Ao marcar, ao mudar dia, hora ou local, ao desmarcar, e na véspera.',
    }),
    situacao: having(choice('Situação', situacoesDaEntrevista), {
      initial: 'M',
      tones: { M: 'waiting', R: 'good', F: 'quiet', C: 'quiet' },
    }),
    observacao: having(optional(longText('Observação', 2_000)), { hint: 'Para quem entrevista; o candidato não a lê.' }),
    resumo: readOnly(text('Candidato', 220)),
    // The day for which the reminder was sent.
    lembrada: optional(readOnly(instant('Lembrada em'))),
    // How often the invitation was sent anew (SEQUENCE of RFC 5545).
    sequencia: optional(readOnly(integer('Envios do convite'))),
  },
  columns: ['resumo', 'data', 'hora', 'local', 'entrevistadores', 'situacao'],
  filters: ['candidatura', 'data', 'situacao'],
  search: ['resumo'],
  label: 'resumo',
  privateNames: true,
  sort: { field: 'data', order: 'desc' },
  lockedWhen: naSuaCandidatura,
  calendar: { from: 'data', title: 'resumo' },
  visibleWhen: { resumo: () => false, lembrada: () => false, sequencia: () => false },
  *rules({ local, endereco }) {
    if (!local && !endereco) yield { field: 'local', message: 'Diga o local ou o endereço da videochamada' };
  },
  sample: () => ({ local: 'Sala 1' }),
  bulkEdit: false,
});
