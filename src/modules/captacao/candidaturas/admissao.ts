import { namesOf } from '#kit/fields/by-name.ts';
import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { type Field, having, optional } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { camposEndereco, pedeParteDoEndereco, talentos, vinculos } from '#modules/gestao-talentos/public.ts';

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

const DEPOIS = 'Completa o endereço, que também pode ficar para depois.';

/** Fields of the talent that only the contract, or nobody, gives. */
const FORA = new Set([...Object.keys(contrato), 'historicos', 'estabilidades', 'dataDesligamento', 'codigoAC']);

/** Whether a field of the talent may be completed while hiring. */
export const completavel = (nome: string): Field | undefined => {
  const campo = Object.hasOwn(talentos.fields, nome) ? (talentos.fields as Record<string, Field>)[nome] : undefined;
  return campo && !campo.readOnly && !campo.computed && campo.kind !== 'rows' && !FORA.has(nome) ? campo : undefined;
};

/** The address, in the order in which it is asked: the CEP fills in what follows it. */
export const ENDERECO: readonly string[] = namesOf(camposEndereco);
/** What an address may be without. */
const DISPENSADOS = new Set(['cep', 'complemento']);

/**
 * The form of a hire: the contract, and what the candidate's record lacks for a talent's. Screens demand all of it, but for what is
 * `pedido`: an address that may come later, and then whole.
 */
export function formDaAdmissao(faltam: readonly string[], pedidos: readonly string[] = [], demanda = true) {
  const nomes = [
    ...faltam.filter((nome) => !ENDERECO.includes(nome)),
    ...ENDERECO.filter((nome) => faltam.includes(nome) || pedidos.includes(nome)),
  ];
  const ficaParaDepois = pedidos.includes('cep') && !faltam.some((nome) => ENDERECO.includes(nome));
  const partes = pedidos.filter((nome) => !DISPENSADOS.has(nome));
  return defineForm({
    fields: {
      ...contrato,
      ...Object.fromEntries(
        nomes.flatMap((nome) => {
          const campo = completavel(nome);
          return campo ? [[nome, nome === 'cep' && ficaParaDepois ? having(campo, { hint: DEPOIS }) : campo]] : [];
        }),
      ),
    },
    requiredWhen: demanda
      ? {
          ...Object.fromEntries(partes.map((nome) => [nome, pedeParteDoEndereco])),
          ...Object.fromEntries(faltam.filter(completavel).map((nome) => [nome, () => true])),
        }
      : {},
  });
}

export interface Admissao {
  candidato: string;
  vaga: string;
  vagasLivres: number;
  /** why nobody is hired now, before anybody fills in the form */
  impedimento: string | null;
  /** the contract as the vacancy proposes it, as a form begins with it */
  proposta: Record<string, unknown>;
  /** fields that a talent needs and the candidate's record lacks */
  faltam: string[];
  /** parts of the address that the record lacks, and a talent's may lack too */
  pedidos: string[];
  /** what a talent's record would refuse besides: said, to be mended in the candidate's record */
  faltas: string[];
  /** what an admission usually asks for and the record does not have yet */
  lembretes: string[];
  /** other selections in which the candidate still is */
  outras: { id: number; nome: string }[];
}
