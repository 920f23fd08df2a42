import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { type Field, having, optional } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { talentos, vinculos } from '#modules/gestao-talentos/public.ts';

/** What a contract adds to what the candidate and the vacancy already say. */
export const contrato = {
  dataAdmissao: having(date('Data de admissão'), { span: 4 }),
  vinculo: having(choice('Vínculo', vinculos), { initial: 'E', span: 4 }),
  matricula: having(optional(text('Matrícula', 30)), { span: 4 }),
  areaOrganizacional: ref('Área Organizacional', 'cargo-salario/areas-organizacionais'),
  faixaSalarial: ref('Faixa Salarial', 'cargo-salario/faixas-salariais'),
  estabelecimento: optional(ref('Estabelecimento', 'utilitario/estabelecimentos')),
  ambiente: optional(ref('Ambiente', 'sst/ambientes')),
  funcao: optional(ref('Função', 'sst/funcoes')),
  salario: having(optional(money('Salário')), { hint: 'Vazio: o da faixa salarial.' }),
};

/** Fields of the talent that only the contract, or nobody, gives. */
const FORA = new Set([...Object.keys(contrato), 'historicos', 'estabilidades', 'dataDesligamento', 'codigoAC']);

/** Whether a field of the talent may be completed while hiring. */
export const completavel = (nome: string): Field | undefined => {
  const campo = Object.hasOwn(talentos.fields, nome) ? (talentos.fields as Record<string, Field>)[nome] : undefined;
  return campo && !campo.readOnly && !campo.computed && campo.kind !== 'rows' && !FORA.has(nome) ? campo : undefined;
};

/** The form of a hire: the contract, and what the candidate's record lacks for a talent's; screens demand all of it. */
export const formDaAdmissao = (faltam: readonly string[], demanda = true) =>
  defineForm({
    fields: {
      ...contrato,
      ...Object.fromEntries(
        faltam.flatMap((nome) => {
          const campo = completavel(nome);
          return campo ? [[nome, campo]] : [];
        }),
      ),
    },
    requiredWhen: demanda ? Object.fromEntries(faltam.filter(completavel).map((nome) => [nome, () => true])) : {},
  });

export interface Admissao {
  candidato: string;
  vaga: string;
  vagasLivres: number;
  /** the contract as the vacancy proposes it, as a form begins with it */
  proposta: Record<string, unknown>;
  /** fields that a talent needs and the candidate's record lacks */
  faltam: string[];
  /** what a talent's record would refuse besides: said, to be mended in the candidate's record */
  faltas: string[];
  /** what an admission usually asks for and the record does not have yet */
  lembretes: string[];
  /** other selections in which the candidate still is */
  outras: { id: number; nome: string }[];
}
