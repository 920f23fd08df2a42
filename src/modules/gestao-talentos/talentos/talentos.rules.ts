import type { Context } from '#kit/registry/registry.ts';
import type { TipoSalario } from '#modules/cargo-salario/public.ts';
import { faltasDosExtras } from '../pessoa/campos-extras.ts';
import {
  type Certificado,
  type Dependente,
  type Estabilidade,
  type Experiencia,
  type Falta,
  faltasDaEstabilidade,
  faltasDaExperiencia,
  faltasDoCertificado,
  faltasDoContato,
  faltasDosDependentes,
  faltasDosIdiomas,
  type Idioma,
  nasLinhas,
} from '../pessoa/regras.ts';

export interface HistoricoDeTalento {
  data: string;
  tipoSalario: TipoSalario;
  indice: number | null;
  quantidadeIndice: number | null;
  salario: number | null;
}

export interface DatasDoTalento {
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
}

/** Dates in their order, a history whose every line says where its salary comes from, and the rules of each list of the record. */
export function* faltasDoTalento(talento: DatasDoTalento, context: Context): Generator<Falta> {
  const { today, settings, before } = context;
  yield* faltasDasDatas(talento);
  for (const [index, linha] of talento.historicos.entries())
    for (const falta of faltasDaLinha(linha, talento.dataAdmissao))
      yield { ...falta, field: `historicos.${index}.${falta.field}` };
  const primeira = primeiraLinha(talento.historicos);
  if (primeira >= 0 && (talento.historicos[primeira] as HistoricoDeTalento).data > talento.dataAdmissao)
    yield { field: `historicos.${primeira}.data`, message: 'O primeiro histórico deve começar na data de admissão.' };
  yield* nasLinhas('experiencias', talento.experiencias ?? [], (linha) => faltasDaExperiencia(linha, today));
  yield* nasLinhas('certificados', talento.certificados ?? [], faltasDoCertificado);
  yield* nasLinhas('estabilidades', talento.estabilidades ?? [], faltasDaEstabilidade);
  yield* faltasDosIdiomas(talento.idiomas ?? [], (before?.idiomas ?? []) as { id: number; idioma: { id: number } }[]);
  yield* faltasDosDependentes(talento.dependentes ?? [], today, talento.cpf);
  if (talento.deficiencia === 'U' && (talento.deficienciasMultiplas?.length ?? 0) < 2)
    yield { field: 'deficienciasMultiplas', message: 'Informe ao menos dois tipos de deficiência' };
  const registro = talento as unknown as Readonly<Record<string, unknown>>;
  yield* faltasDoContato(registro);
  yield* faltasDosExtras(registro, settings);
  if (settings.acIntegra === true && before?.codigoAC) yield* faltasDaIntegracao(registro, before);
}

function* faltasDasDatas({ dataNascimento, dataAdmissao, dataDesligamento }: DatasDoTalento): Generator<Falta> {
  if (dataNascimento !== null && dataNascimento >= dataAdmissao)
    yield { field: 'dataNascimento', message: 'Data de nascimento deve ser anterior à data de admissão.' };
  if (dataDesligamento !== null && dataDesligamento < dataAdmissao)
    yield { field: 'dataDesligamento', message: 'Data de desligamento inferior à data de admissão.' };
}

/** Place of the entry that begins first, in whatever order the screen holds them. */
const primeiraLinha = (historicos: readonly { data: string }[]): number =>
  historicos.reduce((place, { data }, index) => (data < (historicos[place]?.data ?? '~') ? index : place), -1);

function* faltasDaLinha(linha: HistoricoDeTalento, dataAdmissao: string): Generator<Falta> {
  if (linha.data < dataAdmissao) yield { field: 'data', message: 'Data do histórico inferior à data de admissão.' };
  if (linha.tipoSalario === '2') {
    if (linha.indice === null) yield { field: 'indice', message: 'Índice é requerido' };
    if (linha.quantidadeIndice === null || linha.quantidadeIndice <= 0)
      yield { field: 'quantidadeIndice', message: 'Quantidade não pode ser 0 (zero) ou menor' };
  }
  if (linha.tipoSalario === '3' && (linha.salario === null || linha.salario <= 0))
    yield { field: 'salario', message: 'Valor é obrigatório' };
}

/** What an integrated company's personnel system owns once it knows the employee. */
export const camposDoPessoal = ['cpf', 'matricula', 'vinculo', 'dataAdmissao', 'codigoAC'] as const;

function* faltasDaIntegracao(
  talento: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Generator<Falta> {
  for (const field of camposDoPessoal)
    if ((talento[field] ?? null) !== (before[field] ?? null))
      yield { field, message: 'Este campo vem do sistema de pessoal e não pode ser alterado aqui.' };
}
