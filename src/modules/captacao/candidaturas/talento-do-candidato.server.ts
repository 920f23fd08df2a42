import type { Acting } from '#kit/acting/acting.server.ts';
import { bare } from '#kit/fields/bare.ts';
import type { Field } from '#kit/fields/field.ts';
import { type Record_, rowsOf } from '#kit/registry/record.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { talentos } from '#modules/gestao-talentos/public.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { completavel } from './admissao.ts';

/** Fields of the contract that the vacancy proposes. */
export const PROPOSTOS = ['areaOrganizacional', 'faixaSalarial', 'estabelecimento', 'ambiente', 'funcao'] as const;

/** The rows of a candidate, as a talent's record takes them. */
const semIds = (rows: unknown) => rowsOf(rows).map(({ id: _, ...row }) => Object.fromEntries(Object.entries(row).map(soIds)));
export const soIds = ([nome, valor]: [string, unknown]): [string, unknown] => [
  nome,
  Array.isArray(valor) ? valor.map(bare) : (bare(valor) ?? null),
];

/**
 * What the records of candidates and talents share, taken over as it stands. The photo stays where it is and is handed over after the save,
 * because only whoever has sent a file may put it into a record.
 */
function doCandidato(candidato: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const campos: Readonly<Record<string, Field>> = talentos.fields;
  const dele = inputOf(candidatos, candidato);
  const levados = Object.entries(dele).filter(([nome]) => campos[nome] && !campos[nome].readOnly && nome !== 'foto');
  const { sexo, ...talento } = Object.fromEntries(
    levados.map(([nome, valor]) => (campos[nome]?.kind === 'rows' ? [nome, semIds(valor)] : soIds([nome, valor]))),
  );
  return { ...talento, ...(sexo === 'I' ? {} : { sexo }) };
}

/** The first entry of the history, from the contract. */
function primeiroHistorico({ dataAdmissao, salario, ...contrato }: Readonly<Record<string, unknown>>, verSalario: boolean) {
  const lugar = Object.fromEntries(PROPOSTOS.map((nome) => [nome, contrato[nome] ?? null]));
  const pago = salario === null || salario === undefined || !verSalario ? { tipoSalario: '1' } : { tipoSalario: '3', salario };
  return [{ ...lugar, ...pago, data: dataAdmissao, motivo: 'C' }];
}

/** A talent's record, from that of the candidate and the contract. */
export const inputDoTalento = (
  candidato: Record_,
  contrato: Readonly<Record<string, unknown>>,
  { can }: Acting,
): Record<string, unknown> => {
  const completados = Object.entries(contrato).filter(
    ([nome, valor]) => completavel(nome) && valor !== null && valor !== undefined,
  );
  const { dataAdmissao, vinculo, matricula = null } = contrato;
  return {
    ...doCandidato(candidato),
    ...Object.fromEntries(completados),
    dataAdmissao,
    vinculo,
    matricula,
    historicos: primeiroHistorico(contrato, can('ROLE_VER_SALARIO')),
  };
};
