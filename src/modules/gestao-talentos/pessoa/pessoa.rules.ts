import { bare, namedId } from '#kit/fields/bare.ts';
import { eachRule } from '#kit/form/check.ts';
import { backwards } from '#kit/form/period.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import type { Row } from '#kit/registry/record.ts';

// Rules that talents share with candidates (documents 1 and 2, §5): pure functions over values that `check` has already judged.

export interface Experiencia {
  dataAdmissao: string;
  dataDesligamento: string | null;
}

export interface Certificado {
  dataInicio: string | null;
  dataFim: string | null;
  validade: string | null;
  cargaHorariaTotal: number | null;
  cargaHorariaDiaria: number | null;
}

export interface Idioma {
  id?: number | null;
  idioma: number;
}

export interface Dependente {
  cpf: string | null;
  dataNascimento: string;
}

export interface Estabilidade {
  inicio: string;
  fim: string | null;
}

const LARGEST_DAY = 24;

/** Every fault of the rows of a list, under its path in the form. */
export function* nasLinhas<T>(nome: string, linhas: readonly T[], regra: (linha: T, indice: number) => Iterable<Issue>) {
  for (const [indice, linha] of linhas.entries())
    for (const { field, message } of regra(linha, indice)) yield { field: `${nome}.${indice}.${field}`, message };
}

/** RUL-124, RUL-125. */
export function* faltasDaExperiencia({ dataAdmissao, dataDesligamento }: Experiencia, hoje: string): Generator<Issue> {
  if (dataAdmissao > hoje) yield { field: 'dataAdmissao', message: 'A data de admissão deve ser igual ou anterior à data atual' };
  if (dataDesligamento !== null && dataDesligamento < dataAdmissao)
    yield { field: 'dataDesligamento', message: 'Data de desligamento inferior à data de admissão.' };
}

/** RUL-330, RUL-331. The fields themselves require both dates of a finished course (RUL-329). */
export function* faltasDoCertificado(certificado: Certificado): Generator<Issue> {
  const { dataInicio, dataFim, validade, cargaHorariaTotal, cargaHorariaDiaria } = certificado;
  yield* backwards('dataFim', dataInicio, dataFim);
  if (validade !== null && dataFim !== null && validade < dataFim)
    yield { field: 'validade', message: 'Validade inferior à data de término.' };
  if (cargaHorariaDiaria !== null && cargaHorariaDiaria > LARGEST_DAY)
    yield { field: 'cargaHorariaDiaria', message: 'Carga horária diária não pode ser maior que 24 horas' };
  if (cargaHorariaDiaria !== null && cargaHorariaTotal !== null && cargaHorariaTotal < cargaHorariaDiaria)
    yield { field: 'cargaHorariaTotal', message: 'Carga horária total não pode ser menor que a carga horária diária' };
}

/** RUL-134: a saved language stays the same, only its level changes. And nobody has one twice. */
export function* faltasDosIdiomas(idiomas: readonly Idioma[], antes: readonly Row[] = []): Generator<Issue> {
  const vistos = new Set<number>();
  for (const [indice, { id, idioma }] of idiomas.entries()) {
    const de = antes.find((one) => one.id === id);
    if (de && namedId(de.idioma) !== idioma)
      yield { field: `idiomas.${indice}.idioma`, message: 'O idioma não pode ser trocado: remova este e adicione o outro' };
    else if (vistos.has(idioma)) yield { field: `idiomas.${indice}.idioma`, message: 'Idioma já adicionado' };
    vistos.add(idioma);
  }
}

export function* faltasDosDependentes(dependentes: readonly Dependente[], hoje: string, cpfDoTitular: string): Generator<Issue> {
  const vistos = new Set([cpfDoTitular]);
  yield* nasLinhas('dependentes', dependentes, function* (dependente) {
    yield* faltasDoDependente(dependente, hoje, vistos);
    if (dependente.cpf !== null) vistos.add(dependente.cpf);
  });
}

/** `outros`: the CPFs of the talent and of the dependants beside this one, digits alone. */
export function* faltasDoDependente(
  { cpf, dataNascimento }: Dependente,
  hoje: string,
  outros: ReadonlySet<string>,
): Generator<Issue> {
  if (dataNascimento > hoje) yield { field: 'dataNascimento', message: 'Data de nascimento posterior à data atual.' };
  if (cpf !== null && outros.has(cpf)) yield { field: 'cpf', message: 'CPF repetido' };
}

export const faltasDaEstabilidade = ({ inicio, fim }: Estabilidade): Iterable<Issue> => backwards('fim', inicio, fim);

const doEndereco = ['logradouro', 'numero', 'bairro', 'uf', 'cidade'] as const;
const vazio = (valor: unknown) => valor === null || valor === undefined || valor === '';

/** RUL-113 to RUL-117: an address is complete or absent. True when a part is required because another is there. */
export const pedeParteDoEndereco = (registro: Readonly<Record<string, unknown>>): boolean =>
  doEndereco.some((nome) => !vazio(registro[nome]));

/** Whether a save changes the address. */
export const mudaOEndereco = (
  registro: Readonly<Record<string, unknown>>,
  antes: Readonly<Record<string, unknown>> = {},
): boolean => doEndereco.some((nome) => (bare(registro[nome]) ?? '') !== (bare(antes[nome]) ?? ''));

/** A telephone is its area code and its number. */
export const faltasDoContato = (registro: Readonly<Record<string, unknown>>): Iterable<Issue> =>
  eachRule(
    () => faltasDoTelefone(registro, 'ddd', 'foneFixo', 'telefone fixo'),
    () => faltasDoTelefone(registro, 'dddCelular', 'foneCelular', 'celular'),
  );

function* faltasDoTelefone(
  registro: Readonly<Record<string, unknown>>,
  ddd: string,
  fone: string,
  qual: string,
): Generator<Issue> {
  if (vazio(registro[ddd]) && !vazio(registro[fone])) yield { field: ddd, message: `Informe o DDD do ${qual}` };
  if (!vazio(registro[ddd]) && vazio(registro[fone])) yield { field: fone, message: `Informe o número do ${qual}` };
}
