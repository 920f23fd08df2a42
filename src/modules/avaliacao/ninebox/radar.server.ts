import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { talentosVisiveis, temMeuCpf } from '#modules/gestao-talentos/public.server.ts';
import { linhasDe } from '../desempenho/resultado.server.ts';
import type { RadarDoAvaliado } from './ninebox.ts';
import { posicoes, quadroEmSql } from './posicoes.server.ts';

interface Avaliado {
  colaboradorId: number;
  nome: string;
  avaliacao: string;
  /** what the radar reads of the result */
  competencias: readonly { nome: string; exigido: number | null; obtido: number | null; auto: number | null }[];
}

/** Gaps that are listed, the widest first. */
const MAIS_LACUNAS = 10;

const umaCasa = (numero: number | null) => (numero === null ? null : Math.round(numero * 10) / 10);

export function radarDe({ nome, avaliacao, competencias }: Avaliado): RadarDoAvaliado {
  return {
    nome,
    avaliacao,
    labels: competencias.map((competencia) => competencia.nome),
    exigido: competencias.map(({ exigido }) => umaCasa(exigido)),
    obtido: competencias.map(({ obtido }) => umaCasa(obtido)),
    auto: competencias.map(({ auto }) => umaCasa(auto)),
    lacunas: competencias
      .flatMap(({ nome: competencia, exigido, obtido }) =>
        exigido !== null && obtido !== null && obtido < exigido
          ? [
              {
                nome: competencia,
                exigido: umaCasa(exigido) as number,
                obtido: umaCasa(obtido) as number,
                lacuna: umaCasa(exigido - obtido) as number,
              },
            ]
          : [],
      )
      .toSorted((a, b) => b.lacuna - a.lacuna)
      .slice(0, MAIS_LACUNAS),
  };
}

/** Concluded results of people whom the reader sees, by their rows of `avaliados_desempenho`. */
export const avaliadosConcluidos = (db: Queryable, acting: Acting, ids: readonly number[]) =>
  db.query<Avaliado & { id: number }>(sql`
    select a.id, a.colaborador_id as "colaboradorId", t.nome, e.titulo as avaliacao, (
      select coalesce(jsonb_agg(jsonb_build_object('nome', c.x -> 'nome', 'exigido', c.x -> 'exigido', 'obtido', c.x -> 'obtido', 'auto', c.x -> 'auto') order by c.n), '[]')
      from ${linhasDe('competencias')} as c(x, n)) as competencias
    from avaliados_desempenho a
    join talentos t on t.id = a.colaborador_id join avaliacoes_desempenho e on e.id = a.avaliacao_desempenho_id and e.situacao = 'C'
    where a.id = any(${[...ids]}::bigint[]) and ${talentosVisiveis(acting)} and not ${temMeuCpf(acting)}
    order by t.nome_ord, t.id`);

/** CALL-311: the competencies of somebody on a nine-box, required, reached and by themselves, in the evaluation by which they stand there. */
export async function radarDoAvaliado(db: Queryable, acting: Acting, id: number): Promise<RadarDoAvaliado> {
  const [avaliado] = await avaliadosConcluidos(db, acting, [id]);
  if (!avaliado) throw refuse.notFound();
  const lugares = posicoes(quadroEmSql(sql`nela.registro_id`), acting, { avaliadosIds: [avaliado.colaboradorId] });
  const noQuadro = await db.one(sql`
    select from avaliados_desempenho este join ninebox_avaliacoes_desempenho nela on nela.alvo_id = este.avaliacao_desempenho_id
    where este.id = ${id} and ${id} in (select lugar.id from (${lugares}) lugar) limit 1`);
  if (!noQuadro) throw refuse.notFound();
  return radarDe(avaliado);
}
