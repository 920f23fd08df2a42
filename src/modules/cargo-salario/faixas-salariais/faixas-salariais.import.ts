import { today } from '#kit/br/date.ts';
import { date } from '#kit/fields/date.ts';
import { type Fields, having, optional } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import type { ImportColumns } from '#kit/import/import.ts';
import { faixasSalariais } from './faixas-salariais.registry.ts';

/** The name of a position's only band. */
const UNICA = 'I';

const { nome, codigoCBO } = faixasSalariais.fields;

const fields = {
  nome: having(optional(nome), { alsoCalled: ['Faixa', 'Nível', 'Classe'] }),
  codigoCBO: having(codigoCBO, { alsoCalled: ['CBO'] }),
  valor: having(optional(money('Valor')), { alsoCalled: ['Salário', 'Salário da faixa', 'Valor atual'] }),
  aPartirDe: having(optional(date('A partir de')), { alsoCalled: ['Vigência', 'Data'] }),
} satisfies Fields;

const dita = (value: unknown) => value !== null && value !== undefined && value !== '';

/** A sheet of positions, bands and amounts: a position without a name of a band gets its only one. What stands is changed in its record, with its day. */
export const importacaoDeFaixas: ImportColumns = {
  fields,
  needed: ['valor'],
  compose({ valor, aPartirDe, ...input }, before) {
    if (before) return input;
    const primeiro = {
      data: dita(aPartirDe) ? aPartirDe : today(),
      tipo: '3',
      indiceId: null,
      quantidade: null,
      valor: valor ?? null,
    };
    return { ...input, nome: dita(input.nome) ? input.nome : UNICA, historicos: [{ ...primeiro, status: 'C' }] };
  },
  *faults({ valor }, { valorAtual }) {
    if (dita(valor) && Number(valor) !== Number(valorAtual))
      yield { campo: 'valor', mensagem: 'A faixa já existe: o valor muda no cadastro dela, com o dia a partir de quando vale.' };
  },
  blame(path) {
    const campo = /^historicos(?:\.\d+\.(\w+))?/.exec(path)?.[1];
    if (campo === 'data') return 'aPartirDe';
    return path.startsWith('historicos') ? 'valor' : undefined;
  },
};
