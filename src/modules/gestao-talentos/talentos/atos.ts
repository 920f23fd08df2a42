import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { money, number } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';
import type { RecordDeed } from '#kit/registry/lifecycle.ts';
import { comTipo, type MudancaSalarial, quantidadeDoIndice, tipoSalario } from '#modules/estrutura/public.ts';
import { motivos } from './codigos.ts';

type Talento = Readonly<Record<string, unknown>>;

const EDITAR = 'ROLE_CAD_TALENTO_EDITAR';
const VER_SALARIO = 'ROLE_VER_SALARIO';

/** Works here and no dismissal is known, not even of a day to come. */
const trabalha = ({ situacao, dataDesligamento }: Talento): boolean => situacao === 'A' && !dataDesligamento;

/** What is done with a talent, each with one effective date, instead of an edit of the history. */
export const atosDoTalento = {
  promover: { label: 'Promover', authority: [EDITAR, VER_SALARIO], when: trabalha },
  transferir: { label: 'Transferir', authority: EDITAR, when: trabalha },
  reajustar: { label: 'Reajustar', authority: [EDITAR, VER_SALARIO], when: trabalha },
  afastar: {
    label: 'Afastar',
    // The reason of an absence is health data, so that nobody else may write one.
    authority: ['ROLE_CAD_COLABORADOR_AFASTAMENTO_EDITAR', 'ROLE_VER_SAUDE'],
    when: trabalha,
  },
  desligar: { label: 'Desligar', authority: 'ROLE_CAD_DESLIGAMENTO_EDITAR', when: trabalha, danger: true },
  // There it is annulled, and has its interview.
  'ver-desligamento': {
    label: 'Ver desligamento',
    authority: 'ROLE_CAD_DESLIGAMENTO',
    when: ({ dataDesligamento }: Talento) => Boolean(dataDesligamento),
  },
  readmitir: {
    label: 'Readmitir',
    authority: [EDITAR, 'ROLE_VER_DOCUMENTOS'],
    when: ({ situacao }: Talento) => situacao === 'D',
  },
} as const satisfies Readonly<Record<string, RecordDeed>>;

const aPartirDe = having(date('A partir de'), { span: 4 });
const { C: _contratacao, ...outrosMotivos } = motivos;
const segredo = { sensitive: VER_SALARIO } as const;

export const promocao = defineForm({
  fields: {
    data: aPartirDe,
    motivo: having(choice('Motivo', outrosMotivos), { initial: 'P', span: 8 }),
    faixaSalarial: having(ref('Cargo e faixa salarial', 'cargo-salario/faixas-salariais'), { span: 12 }),
    tipoSalario: having(tipoSalario('Salário por'), { ...segredo, initial: '1', span: 6 }),
    salario: having(optional(money('Salário')), { ...segredo, span: 6 }),
    indice: having(optional(ref('Índice', 'cargo-salario/indices')), { ...segredo, span: 6 }),
    quantidadeIndice: having(optional(quantidadeDoIndice()), { ...segredo, span: 6 }),
  },
  visibleWhen: { indice: comTipo('2'), quantidadeIndice: comTipo('2'), salario: comTipo('3') },
  requiredWhen: {
    indice: (form) => form.tipoSalario === '2' && 'Índice é requerido',
    quantidadeIndice: (form) => form.tipoSalario === '2' && 'Quantidade não pode ser 0 (zero) ou menor',
    salario: (form) => form.tipoSalario === '3' && 'Valor é obrigatório',
  },
});

export const transferencia = defineForm({
  fields: {
    data: aPartirDe,
    areaOrganizacional: having(ref('Área Organizacional', 'cargo-salario/areas-organizacionais'), {
      hint: 'O gestor é quem responde pela área.',
      span: 12,
    }),
    estabelecimento: having(optional(ref('Estabelecimento', 'utilitario/estabelecimentos')), { span: 12 }),
  },
});

const formasDeReajuste = { '1': 'Porcentagem (%)', '2': 'Novo salário (R$)' } as const;

export const reajuste = defineForm({
  fields: {
    data: aPartirDe,
    por: having(choice('Reajuste por', formasDeReajuste), { initial: '1', span: 4 }),
    percentual: having(optional(number('Percentual', 3, { min: -99.999, max: 99_999.999 })), { span: 4 }),
    salario: having(optional(money('Novo salário')), { span: 4 }),
  },
  visibleWhen: { percentual: ({ por }) => por === '1', salario: ({ por }) => por === '2' },
  requiredWhen: { percentual: ({ por }) => por === '1', salario: ({ por }) => por === '2' },
  *rules({ por, percentual, salario }) {
    if (por === '1' && percentual === 0) yield { field: 'percentual', message: 'Percentual não pode ser 0 (zero)' };
    if (por === '2' && salario !== null && salario <= 0) yield { field: 'salario', message: 'Valor é obrigatório' };
  },
});

/** The forms of the deeds that write the history. */
export const formasDosAtos = { promover: promocao, transferir: transferencia, reajustar: reajuste } as const;
export type AtoDoHistorico = keyof typeof formasDosAtos;

/** An entry of the history that is not written yet, beside what it follows. */
export interface Previa {
  /** by the label of a field, what changes */
  mudancas: { campo: string; de: string | null; para: string | null }[];
  /** null when it stays, and for whoever sees no salaries */
  salario: Pick<MudancaSalarial, 'de' | 'para' | 'faixa'> | null;
  /** the last steps of the person's own salary, the newest first */
  passos: { data: string; de: number | null; para: number | null }[];
  /** what the save will ask to confirm */
  confirmar: string[];
  /** what prevents nothing */
  avisos: string[];
  /** the day is still to come */
  futura: boolean;
}
