import type { Column, Row, Table } from '#kit/sheet/column.ts';
import { NAO_MOSTRADO, type ResultadosPorPergunta, type ResumoDoGrupo } from '#platform/questionario/results.ts';

/**
 * How exposed a group is to a factor, from 0 to 100: what its answers are short of "no sign of the risk". The limits are ours, because
 * NR-1 sets none; a limit belongs to what is below it.
 */
export const NIVEIS = [
  { nivel: 'B', nome: 'Baixa', ate: 25 },
  { nivel: 'M', nome: 'Moderada', ate: 50 },
  { nivel: 'A', nome: 'Alta', ate: 75 },
  { nivel: 'X', nome: 'Muito alta', ate: 100 },
] as const;
export type Nivel = (typeof NIVEIS)[number]['nivel'];

export const nivelDe = (exposicao: number): Nivel => (NIVEIS.find(({ ate }) => exposicao <= ate) ?? NIVEIS[3]).nivel;
export const nomeDoNivel = (nivel: Nivel): string => NIVEIS.find((um) => um.nivel === nivel)?.nome ?? '';

/** What screen and sheet say of how it is measured. */
export const METODO = [
  'Cada fator é um aspecto da pesquisa. Cada resposta vale de 0 (nenhum sinal do risco) a 100 (o sinal mais frequente); a exposição do grupo é a média das perguntas do fator, com os seus pesos.',
  'Níveis: baixa, até 25; moderada, acima de 25 até 50; alta, acima de 50 até 75; muito alta, acima de 75. Nenhuma norma fixa estes limites: são do Vínculo.',
  'A exposição é uma das entradas da NR-1: a severidade, a probabilidade e a classificação do risco seguem os critérios da organização, no inventário. Nada aqui diagnostica pessoas.',
] as const;

interface Fator {
  aspectoId: number;
  /** null: none of its questions is told of this group */
  exposicao: number | null;
  nivel: Nivel | null;
  /** the question with the most of it */
  sinal: { texto: string; exposicao: number } | null;
}

export interface GrupoExposto {
  /** null: everybody who answered */
  id: number | null;
  nome: string;
  nivel: number;
  /** null: too small to be told */
  pessoas: number | null;
  fatores: readonly Fator[];
}

export interface FatoresPsicossociais {
  titulo: string;
  ate: string | null;
  minimo: number | null;
  /** false: people still answer */
  pronto: boolean;
  /** by which the groups are, and by which they may be */
  por: string | null;
  dimensoes: readonly { campo: string; rotulo: string }[];
  fatores: readonly { id: number; nome: string }[];
  grupos: readonly GrupoExposto[];
}

const exposicaoDe = (resultado: number | null | undefined): number | null =>
  resultado === null || resultado === undefined ? null : Math.round((100 - resultado) * 10) / 10;

/** The same with its groups one after the other, for a file. */
export interface FatoresEmPartes extends Omit<FatoresPsicossociais, 'grupos'> {
  grupos: AsyncIterable<GrupoExposto> | Iterable<GrupoExposto>;
}

/** The exposure of each group to each factor, from what the results tell: what they withhold, this withholds. */
export function fatoresDe({
  rodada,
  pronto,
  por,
  dimensoes,
  aspectos,
  perguntas,
  total,
  grupos,
}: ResultadosPorPergunta): FatoresEmPartes {
  const doAspecto = Map.groupBy(perguntas, ({ aspectoId }) => aspectoId);
  const doGrupo = (
    { id, nome, nivel }: Pick<GrupoExposto, 'id' | 'nome' | 'nivel'>,
    resumo: ResumoDoGrupo | null,
  ): GrupoExposto => {
    const resultados = new Map(resumo?.aspectos.map((um) => [um.id, um.resultado]));
    const valores = new Map(resumo?.perguntas.map((uma) => [uma.id, uma.resultado?.valor]));
    return {
      id,
      nome,
      nivel,
      pessoas: resumo?.pessoas ?? null,
      fatores: aspectos.map((aspecto): Fator => {
        const exposicao = exposicaoDe(resultados.get(aspecto.id));
        const [sinal = null] = (doAspecto.get(aspecto.id) ?? [])
          .flatMap(({ id: perguntaId, texto }) => {
            const dela = exposicaoDe(valores.get(perguntaId));
            return dela === null || dela === 0 ? [] : [{ texto, exposicao: dela }];
          })
          .toSorted((a, b) => b.exposicao - a.exposicao);
        return { aspectoId: aspecto.id, exposicao, nivel: exposicao === null ? null : nivelDe(exposicao), sinal };
      }),
    };
  };
  async function* todos(): AsyncGenerator<GrupoExposto, void, void> {
    yield doGrupo({ id: null, nome: 'Todos', nivel: 0 }, total);
    for await (const um of grupos) yield doGrupo(um, um.resultado);
  }
  return {
    titulo: rodada.titulo,
    ate: rodada.ate,
    minimo: rodada.modo === 'I' ? null : rodada.minimo,
    pronto,
    por,
    dimensoes: dimensoes.map(({ campo, rotulo }) => ({ campo, rotulo })),
    fatores: aspectos,
    grupos: pronto ? todos() : [],
  };
}

/** A line for each group and factor, with its method: what an inventory of risks takes over. */
export function tabelaDosFatores({ titulo, fatores, grupos, dimensoes, por }: FatoresEmPartes): Table {
  const column = (key: string, label: string, width: number, type: Column['type'] = 'text'): Column => ({
    key,
    label,
    type,
    width,
  });
  const nomeDe = new Map(fatores.map(({ id, nome }) => [id, nome]));
  async function* linhas(): AsyncGenerator<Row[], void, void> {
    for await (const grupo of grupos) {
      const nome = `${'    '.repeat(grupo.nivel)}${grupo.nome}`;
      if (grupo.pessoas === null) yield [{ grupo: nome, fator: NAO_MOSTRADO }];
      else
        yield grupo.fatores.map(({ aspectoId, exposicao, nivel, sinal }) => ({
          grupo: nome,
          pessoas: grupo.pessoas,
          fator: nomeDe.get(aspectoId),
          exposicao,
          nivel: nivel === null ? NAO_MOSTRADO : nomeDoNivel(nivel),
          sinal: sinal?.texto,
        }));
    }
    yield METODO.map((frase, n) => ({ grupo: n === 0 ? 'Método' : '', fator: frase }));
  }
  return {
    title: `Fatores psicossociais - ${titulo}`,
    columns: [
      column('grupo', dimensoes.find(({ campo }) => campo === por)?.rotulo ?? 'Grupo', 34),
      column('pessoas', 'Responderam', 12, 'integer'),
      column('fator', 'Fator', 28),
      column('exposicao', 'Exposição (0 a 100)', 18, 'number'),
      column('nivel', 'Nível', 14),
      column('sinal', 'Pergunta mais desfavorável', 60),
    ],
    rows: linhas(),
  };
}
