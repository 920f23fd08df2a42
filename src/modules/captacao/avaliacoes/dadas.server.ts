import sql from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { inWords } from '#platform/questionario/answered.ts';
import { fromSlots } from '#platform/questionario/evaluate.ts';
import { score } from '#platform/questionario/score.ts';
import { versionOf } from '#platform/questionario/versions.server.ts';

/** Under this name the engine knows the rounds: one for each application and model. */
export const AVALIACOES = 'captacao/avaliacoes';

/** The answers of a round, and what they come to; undefined: the candidate has not answered. */
export async function dadasEm(db: Queryable, avaliacaoId: number) {
  const dada = await db.one<{ id: number; versaoId: number; notas: (number | null)[] }>(sql`
    select d.id, r.versao_id as "versaoId", d.notas from respostas_dadas d join rodadas r on r.id = d.rodada_id
    where r.dono = ${AVALIACOES} and r.dono_id = ${avaliacaoId}`);
  if (!dada) return undefined;
  const textos = await db.query<{ perguntaId: number; texto: string }>(
    sql`select pergunta_id as "perguntaId", texto from respostas_escritas where resposta_id = ${dada.id} order by id`,
  );
  const { definicao } = await versionOf(db, dada.versaoId);
  const respostas = fromSlots(definicao, { notas: dada.notas, textos });
  return { definicao, respostas, total: score(definicao, respostas).total };
}

/** Every question with its answer in words; none: the candidate has not answered. */
export async function emPalavras(db: Queryable, avaliacaoId: number): Promise<{ pergunta: string; resposta: string }[]> {
  const dadas = await dadasEm(db, avaliacaoId);
  if (!dadas) return [];
  const por = new Map(dadas.respostas.map((uma) => [uma.perguntaId, uma]));
  return dadas.definicao.perguntas.map((pergunta) => ({
    pergunta: pergunta.texto,
    resposta: inWords(pergunta, por.get(pergunta.id)),
  }));
}
