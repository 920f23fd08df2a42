import type { Issue } from '#kit/refusal/issues.ts';
import type { Idioma, Traducao } from '#platform/questionario/definition.ts';

/** A file that shows what was seen. */
export interface Evidencia {
  id: number;
  nome: string;
  /** bytes */
  tamanho: number;
}

/** That one sheet takes. */
export const MAIS_COMPETENCIAS = 500;

/** Of one competency. */
export const MAIS_EVIDENCIAS = 3;
export const MAIOR_EVIDENCIA = 10 * 1_048_576;
export const TIPOS_DE_EVIDENCIA = ['application/pdf', 'image/*', '.docx', '.xlsx', '.pptx', '.odt', '.ods', '.txt', '.csv'];

/** What somebody says of one competency. */
export interface CompetenciaAvaliada {
  competenciaId: number;
  nivelCompetenciaId: number | null;
  /** whoever evaluates has not seen it: it counts nowhere */
  naoObservada: boolean;
  /** the criteria that were seen */
  criterios: number[];
  comentario: string | null;
  evidencias: Evidencia[];
}

/** The sheet of competencies, and the note that may stand in the place of the model's questions; also one not filled in yet. */
export interface Folha {
  competencias: CompetenciaAvaliada[];
  nota: number | null;
}

export const FOLHA_VAZIA: Folha = { competencias: [], nota: null };

/** A sheet as a draft has it; one that was begun before there were files names none. */
export const folhaInteira = (folha: Folha | undefined): Folha => ({
  ...FOLHA_VAZIA,
  ...folha,
  competencias: (folha?.competencias ?? []).map((uma) => ({ ...SEM_EVIDENCIAS, ...uma })),
});
const SEM_EVIDENCIAS = { evidencias: [] };

export interface Nivel {
  id: number;
  descricao: string;
  ordem: number;
  percentual: number | null;
}

interface Descrita {
  id: number;
  descricao: string;
}

export interface CompetenciaPedida {
  competencia: { id: number; nome: string };
  competenciaTipo: string;
  competenciaObservacao: string | null;
  solicitarComentario: boolean;
  /** where the evaluation shows what is required */
  nivelExigido: Descrita | null;
  criteria: Descrita[];
  comportamentos: Descrita[];
}

/** What the sheet asks. */
export interface FolhaPedida {
  anonima: boolean;
  /** a note is given instead of answering the questions */
  notaManual: boolean;
  /** criteria are marked, and tell a level by their percentage */
  porCriterios: boolean;
  /** that level cannot be changed by hand */
  obrigarPercentual: boolean;
  niveis: Nivel[];
  competencias: CompetenciaPedida[];
}

/** A sheet as whoever evaluates reads it. */
export interface FolhaLida extends FolhaPedida {
  traducoes: Traducao[];
}

/** All that a sheet says of the company's own. */
export const textosDaFolha = ({ niveis, competencias }: FolhaPedida): string[] => [
  ...niveis.map(({ descricao }) => descricao),
  ...competencias.flatMap(({ competencia, competenciaObservacao, criteria, comportamentos }) => [
    competencia.nome,
    ...(competenciaObservacao === null ? [] : [competenciaObservacao]),
    ...[...criteria, ...comportamentos].map(({ descricao }) => descricao),
  ]),
];

/** The same sheet in another language: the same ids, Portuguese where nothing is translated, and which texts are not Portuguese. */
export function folhaEmIdioma(
  pedida: FolhaLida,
  idioma: Idioma | null,
): { pedida: FolhaPedida; traduzidos: ReadonlySet<string> } {
  const para = new Map(
    pedida.traducoes.find((uma) => uma.idioma === idioma)?.textos.map((um) => [um.de, um.para] as const) ?? [],
  );
  const dito = (texto: string) => para.get(texto.trim()) ?? texto;
  const dita = <D extends Descrita>(uma: D): D => ({ ...uma, descricao: dito(uma.descricao) });
  return {
    traduzidos: new Set(para.values()),
    pedida: {
      ...pedida,
      niveis: pedida.niveis.map(dita),
      competencias: pedida.competencias.map((uma) => ({
        ...uma,
        competencia: { ...uma.competencia, nome: dito(uma.competencia.nome) },
        competenciaObservacao: uma.competenciaObservacao === null ? null : dito(uma.competenciaObservacao),
        nivelExigido: uma.nivelExigido && dita(uma.nivelExigido),
        criteria: uma.criteria.map(dita),
        comportamentos: uma.comportamentos.map(dita),
      })),
    },
  };
}

/** The level that is reached with so many criteria: the highest whose percentage they satisfy, or else the lightest. */
export function nivelAlcancado({ niveis }: Pick<FolhaPedida, 'niveis'>, marcados: number, todos: number): Nivel | undefined {
  const percentual = todos === 0 ? 0 : (marcados / todos) * 100;
  return niveis.findLast((nivel) => nivel.percentual !== null && nivel.percentual <= percentual) ?? niveis[0];
}

/** Whether criteria alone decide the level of a competency. */
export const seguemCriterios = ({ porCriterios, obrigarPercentual }: FolhaPedida, { criteria }: CompetenciaPedida): boolean =>
  porCriterios && obrigarPercentual && criteria.length > 0;

export const daCompetencia = (folha: Folha, competenciaId: number): CompetenciaAvaliada | undefined =>
  folha.competencias.find((uma) => uma.competenciaId === competenciaId);

export const estaRespondida = (uma: CompetenciaAvaliada | undefined): boolean =>
  uma !== undefined && (uma.naoObservada || uma.nivelCompetenciaId !== null);

/** What is missing or wrong of a sheet that is sent; `field` is `competencias.{id}` or `nota`. */
export function faltasDaFolha({ anonima, niveis, competencias, notaManual }: FolhaPedida, folha: Folha): Issue[] {
  const faltas: Issue[] = [];
  for (const { competencia } of niveis.length === 0 ? [] : competencias) {
    const uma = daCompetencia(folha, competencia.id);
    const field = `competencias.${competencia.id}`;
    if (!estaRespondida(uma)) faltas.push({ field, message: 'Escolha um nível, ou diga que não observou' });
    else if (uma?.naoObservada !== true && !niveis.some((nivel) => nivel.id === uma?.nivelCompetenciaId))
      faltas.push({ field, message: 'Nível inválido' });
    if (anonima && uma && uma.evidencias.length > 0)
      faltas.push({ field, message: 'Uma avaliação anônima não recebe anexos: um arquivo diz de quem é' });
  }
  if (notaManual) {
    if (folha.nota === null) faltas.push({ field: 'nota', message: 'Nota é obrigatória' });
    else if (!(folha.nota >= 0 && folha.nota <= 100)) faltas.push({ field: 'nota', message: 'Nota deve ser de 0 a 100' });
    else if (Math.abs(folha.nota * 100 - Math.round(folha.nota * 100)) > 1e-6)
      faltas.push({ field: 'nota', message: 'Nota deve ter no máximo 2 casas decimais' });
  }
  return faltas;
}

/** The sheet as it is kept: of what was asked alone, each once, and levels that criteria decide as they decide them. */
export const folhaGuardada = (pedida: FolhaPedida, folha: Folha): CompetenciaAvaliada[] =>
  pedida.competencias.flatMap((uma): CompetenciaAvaliada[] => {
    const dada = daCompetencia(folha, uma.competencia.id);
    if (!dada) return [];
    const vistos = new Set(dada.criterios);
    const criterios = pedida.porCriterios
      ? uma.criteria.flatMap((criterio) => (vistos.has(criterio.id) ? [criterio.id] : []))
      : [];
    const comentario = dada.comentario?.trim() || null;
    if (dada.naoObservada) return [{ ...dada, nivelCompetenciaId: null, criterios: [], comentario }];
    const nivelCompetenciaId = seguemCriterios(pedida, uma)
      ? (nivelAlcancado(pedida, criterios.length, uma.criteria.length)?.id ?? null)
      : (pedida.niveis.find(({ id }) => id === dada.nivelCompetenciaId)?.id ?? null);
    return [{ ...dada, nivelCompetenciaId, criterios, comentario }];
  });
