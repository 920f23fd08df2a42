import type { Evidencia } from './folha.ts';
import type { Papel } from './papeis.ts';
import { pontosEntre } from './questionarios.ts';
import type { PapelDoResultado, Resultado } from './resultado.ts';

/** As whom a result is read: it is told whole to who answers for people, and to the evaluated as the evaluation says. */
export type Visao = 'rh' | 'lider' | 'avaliado';

export interface ResultadoResumido {
  /** of `avaliados_desempenho` */
  id: number;
  avaliacao: { id: number; titulo: string; dataFim: string; situacao: string };
  colaborador: { id: number; nome: string };
  desempenho: number | null;
  potencial: number | null;
  performance: number | null;
  metas: number | null;
  cienteEm: string | null;
  visao: Visao;
}

/** So many texts of one result are shown, taken at random: more than a person reads. */
export const MAIS_TEXTOS = 2_000;
/** … of so many bytes in all. */
export const MAIOR_TEXTO_AO_TODO = 1024 * 1024;

/** What was written about one competency or question. */
export interface Comentarios {
  competenciaId: number | null;
  perguntaId: number | null;
  sobre: string;
  /** `nome`: where answers carry one; `texto` is empty where files alone say it */
  textos: { papel: PapelDoResultado; nome: string | null; texto: string; evidencias: Evidencia[] }[];
}

export interface ResultadoNaTela extends ResultadoResumido {
  anonima: boolean;
  lugar: { area: string | null; cargo: string | null; faixa: string | null };
  exibe: { performance: boolean; exigido: boolean; auto: boolean };
  /** in the performance; null: the evaluation does not ask it */
  pesos: { competencias: number; questionario: number | null; metas: number | null };
  resultado: Resultado;
  comentarios: Comentarios[];
  /** more was written than is shown */
  maisComentarios: boolean;
  /** whose questions were answered; null: competencies alone */
  versaoDoModelo: number | null;
  ciencia: string | null;
  /** the evaluated has not yet said that they have read it */
  podeDarCiencia: boolean;
  /** further results of the same person that the reader sees */
  outros: { id: number; titulo: string }[];
}

/** The result without what the evaluation does not show to the evaluated. */
export function cortado(resultado: Resultado, { performance, exigido, auto }: ResultadoNaTela['exibe']): Resultado {
  const semAuto = <T extends { auto: number | null }>(uma: T): T => (auto ? uma : { ...uma, auto: null });
  const papeis = resultado.papeis.filter(({ papel }) => auto || papel !== 'U');
  const escondida = { desempenho: null, potencial: null, performance: null, metas: null };
  return {
    ...resultado,
    ...(performance ? {} : escondida),
    papeis: performance ? papeis : [],
    competencias: resultado.competencias.map((uma) => ({
      ...semAuto(uma),
      ...(exigido ? {} : { exigido: null, nivelExigido: null }),
      porPapel: Object.fromEntries(
        Object.entries(uma.porPapel).filter(([papel]) => performance && (auto || papel !== 'U')),
      ) as Resultado['competencias'][number]['porPapel'],
    })),
    aspectos: resultado.aspectos.map(semAuto),
    perguntas: resultado.perguntas.map(semAuto),
  };
}

/** How far what was reached lies from what is required; negative: below. */
export const distancia = ({ exigido, obtido }: { exigido: number | null; obtido: number | null }): number | null =>
  exigido === null || obtido === null ? null : pontosEntre(exigido, obtido);

/** The group of a result to which the evaluators of a role belong. */
export const grupoDe = ({ papeis }: Resultado, papel: Papel) =>
  papeis.find((um) => um.papel === papel) ?? papeis.find((um) => um.papel === 'G');

/**
 * Under which role a text is told; null: not at all, because its group is too small, or too few of it have answered what the text
 * is about.
 */
export function papelDoTexto(
  papel: Papel,
  anonima: boolean,
  resultado: Resultado,
  minimo: number,
  responderam: (grupo: PapelDoResultado) => number,
): PapelDoResultado | null {
  if (!anonima || papel === 'L' || papel === 'U') return papel;
  const grupo = grupoDe(resultado, papel);
  return grupo && grupo.avaliadores >= minimo && responderam(grupo.papel) >= minimo ? grupo.papel : null;
}
