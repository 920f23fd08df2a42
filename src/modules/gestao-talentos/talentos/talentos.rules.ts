import { eachRule } from '#kit/form/check.ts';
import type { Context } from '#kit/form/form.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { rowsIn } from '#kit/registry/record.ts';
import type { TipoSalario } from '#modules/estrutura/public.ts';
import {
  type Certificado,
  type Dependente,
  type Estabilidade,
  type Experiencia,
  faltasDaEstabilidade,
  faltasDaExperiencia,
  faltasDoCertificado,
  faltasDoContato,
  faltasDosDependentes,
  faltasDosIdiomas,
  type Idioma,
  nasLinhas,
} from '../pessoa/pessoa.rules.ts';

export interface HistoricoDeTalento {
  id?: number | null;
  data: string;
  motivo: string;
  tipoSalario: TipoSalario;
  indice: number | null;
  quantidadeIndice: number | null;
  salario: number | null;
}

const CONTRATACAO = 'C';

export type DatasDoTalento = {
  cpf: string;
  dataNascimento: string | null;
  dataAdmissao: string;
  dataDesligamento: string | null;
  deficiencia: string | null;
  deficienciasMultiplas: readonly string[] | null;
  historicos: readonly HistoricoDeTalento[];
  experiencias: readonly Experiencia[] | null;
  certificados: readonly Certificado[] | null;
  idiomas: readonly Idioma[] | null;
  dependentes: readonly Dependente[] | null;
  estabilidades: readonly Estabilidade[] | null;
};

/** The order of dates, a history whose every entry has a salary, and the rules of each list of the record. */
export function faltasDoTalento(talento: DatasDoTalento, { today, settings, before }: Context): Iterable<Issue> {
  const registro: Readonly<Record<string, unknown>> = talento;
  return eachRule(
    () => faltasDoNascimento(talento),
    () => faltasDoFim(talento),
    () => faltasDosHistoricos(talento),
    () => faltasDepoisDoFim(talento, before),
    () => faltasDaContratacao(talento, before),
    () => nasLinhas('experiencias', talento.experiencias ?? [], (linha) => faltasDaExperiencia(linha, today)),
    () => nasLinhas('certificados', talento.certificados ?? [], faltasDoCertificado),
    () => nasLinhas('estabilidades', talento.estabilidades ?? [], faltasDaEstabilidade),
    () => faltasDosIdiomas(talento.idiomas ?? [], rowsIn(before, 'idiomas')),
    () => faltasDosDependentes(talento.dependentes ?? [], today, talento.cpf),
    () => faltasDaDeficiencia(talento),
    () => faltasDoContato(registro),
    ...(settings.acIntegra === true && before?.codigoAC
      ? camposDoPessoal.map((campo) => () => faltasDaIntegracao(campo, registro, before))
      : []),
  );
}

function* faltasDoNascimento({ dataNascimento, dataAdmissao }: DatasDoTalento): Generator<Issue> {
  if (dataNascimento !== null && dataNascimento >= dataAdmissao)
    yield { field: 'dataNascimento', message: 'Data de nascimento deve ser anterior à data de admissão.' };
}

function* faltasDoFim({ dataAdmissao, dataDesligamento }: DatasDoTalento): Generator<Issue> {
  if (dataDesligamento !== null && dataDesligamento < dataAdmissao)
    yield { field: 'dataDesligamento', message: 'Data de desligamento inferior à data de admissão.' };
}

function* faltasDaDeficiencia({ deficiencia, deficienciasMultiplas }: DatasDoTalento): Generator<Issue> {
  if (deficiencia === 'U' && (deficienciasMultiplas?.length ?? 0) < 2)
    yield { field: 'deficienciasMultiplas', message: 'Informe ao menos dois tipos de deficiência' };
}

function* faltasDosHistoricos({ historicos, dataAdmissao }: DatasDoTalento): Generator<Issue> {
  yield* nasLinhas('historicos', historicos, (linha) => faltasDaLinha(linha, dataAdmissao));
  const primeira = primeiraLinha(historicos);
  const comeca = historicos[primeira];
  if (comeca && comeca.data > dataAdmissao)
    yield { field: `historicos.${primeira}.data`, message: 'O primeiro histórico deve começar na data de admissão.' };
}

/** Nothing changes after the last day. Entries that stand there already are left alone while neither their day nor the last day changes. */
function* faltasDepoisDoFim(
  { historicos, dataAdmissao, dataDesligamento }: DatasDoTalento,
  before: Context['before'],
): Generator<Issue> {
  if (dataDesligamento === null || dataDesligamento < dataAdmissao) return;
  const depois = [...historicos.entries()].filter(([, { data }]) => data > dataDesligamento);
  if (depois.length > 0 && before && before.dataDesligamento !== dataDesligamento) {
    yield { field: 'dataDesligamento', message: 'Existe histórico de cargos e salários posterior à data de desligamento.' };
    return;
  }
  const antes = rowsIn(before, 'historicos');
  for (const [lugar, { id, data }] of depois)
    if (antes.find((linha) => linha.id === id)?.data !== data)
      yield { field: `historicos.${lugar}.data`, message: 'Data do histórico posterior à data de desligamento.' };
}

/** Somebody is hired once: another 'Contratação' is another record (ADR 17). Saved ones are left alone. */
function* faltasDaContratacao({ historicos }: DatasDoTalento, before: Context['before']): Generator<Issue> {
  const antes = rowsIn(before, 'historicos');
  const primeira = primeiraLinha(historicos);
  for (const [lugar, { id, motivo }] of historicos.entries())
    if (motivo === CONTRATACAO && lugar !== primeira && antes.find((linha) => linha.id === id)?.motivo !== CONTRATACAO)
      yield { field: `historicos.${lugar}.motivo`, message: 'Contratação é o motivo do primeiro histórico: escolha outro' };
}

/** Index of the entry that begins first, in whatever order the screen holds them. */
const primeiraLinha = (historicos: readonly { data: string }[]): number =>
  historicos.reduce((place, { data }, index) => (data < (historicos[place]?.data ?? '~') ? index : place), -1);

function* faltasDaLinha(linha: HistoricoDeTalento, dataAdmissao: string): Generator<Issue> {
  if (linha.data < dataAdmissao) yield { field: 'data', message: 'Data do histórico inferior à data de admissão.' };
  if (linha.tipoSalario === '2') {
    if (linha.indice === null) yield { field: 'indice', message: 'Índice é requerido' };
    if (linha.quantidadeIndice === null || linha.quantidadeIndice <= 0)
      yield { field: 'quantidadeIndice', message: 'Quantidade não pode ser 0 (zero) ou menor' };
  }
  if (linha.tipoSalario === '3' && (linha.salario === null || linha.salario <= 0))
    yield { field: 'salario', message: 'Valor é obrigatório' };
}

/** The fields that an integrated personnel system owns once it has the employee. */
export const camposDoPessoal = ['cpf', 'matricula', 'vinculo', 'dataAdmissao', 'codigoAC'] as const;

function* faltasDaIntegracao(
  field: (typeof camposDoPessoal)[number],
  talento: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Generator<Issue> {
  if ((talento[field] ?? null) !== (before[field] ?? null))
    yield { field, message: 'Este campo vem do sistema de pessoal e não pode ser alterado aqui.' };
}

/** Why an employee is never removed: whoever was ever admitted is dismissed, and their record stays. */
export function quemFica(talento: Readonly<Record<string, unknown>>, { today }: { today: string }): string | undefined {
  const { situacao, dataAdmissao } = talento;
  // The admission was cancelled, or the personnel system has not confirmed it yet.
  if (situacao === 'C' || situacao === 'G' || String(dataAdmissao) > today) return undefined;
  return situacao === 'D'
    ? 'Quem já trabalhou na empresa não é excluído: a lei manda guardar o registro do vínculo.'
    : 'Quem já foi admitido não é excluído: use Desligar, com o motivo e a data.';
}
