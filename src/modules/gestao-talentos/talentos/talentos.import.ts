import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { type Fields, optional } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import type { ImportColumns } from '#kit/registry/import.ts';
import { motivos } from './talentos.registry.ts';

/** What a spreadsheet of employees says of the position held. */
const fields = {
  areaOrganizacional: optional(ref('Área Organizacional', 'cargo-salario/areas-organizacionais')),
  faixaSalarial: optional(ref('Faixa Salarial', 'cargo-salario/faixas-salariais')),
  estabelecimento: optional(ref('Estabelecimento', 'utilitario/estabelecimentos')),
  dataHistorico: optional(date('Data do cargo')),
  motivo: optional(choice('Motivo', motivos)),
  salario: optional(money('Salário')),
} satisfies Fields;

type Coluna = keyof typeof fields;
const colunas = Object.keys(fields) as Coluna[];
const dita = (value: unknown) => value !== null && value !== undefined && value !== '';

/**
 * Columns of area, band, establishment and salary become an entry of the history: the first of a new talent, one more (or another of the same day)
 * of a known one. A salary in the row is an amount of its own (type 3); without it the band says it (type 1).
 */
export const importacaoDeTalentos: ImportColumns = {
  fields,
  compose(input) {
    const record = Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(fields, name)));
    const { areaOrganizacional, faixaSalarial, estabelecimento, dataHistorico, motivo, salario } = input;
    const antes = Array.isArray(input.historicos) ? (input.historicos as { data?: unknown }[]) : [];
    if (!colunas.some((name) => dita(input[name]))) return { ...record, historicos: antes };
    const data = dita(dataHistorico) ? dataHistorico : input.dataAdmissao;
    const linha = {
      data,
      motivo: dita(motivo) ? motivo : antes.length === 0 ? 'C' : 'O',
      areaOrganizacional,
      faixaSalarial,
      estabelecimento: dita(estabelecimento) ? estabelecimento : null,
      tipoSalario: dita(salario) ? '3' : '1',
      indice: null,
      quantidadeIndice: null,
      salario: dita(salario) ? salario : null,
    };
    return { ...record, historicos: [...antes.filter((one) => one.data !== data), linha] };
  },
  blame(path) {
    const name = /^historicos(?:\.\d+\.(\w+))?/.exec(path)?.[1];
    if (name === undefined) return path.startsWith('historicos') ? 'faixaSalarial' : undefined;
    if (name === 'data') return 'dataHistorico';
    return Object.hasOwn(fields, name) ? name : 'faixaSalarial';
  },
};
