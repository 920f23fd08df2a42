import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { installationSecret } from '#kit/files/secrets.server.ts';
import type { Rodada } from './asked-round.server.ts';
import { isConditional } from './definition.ts';
import { judgedWhole } from './ledger.server.ts';
import { type Fonte, seen, theRound } from './reader.server.ts';
import { type ComentariosDaPergunta, TEXTOS_A_MAIS, TEXTOS_POR_PAGINA, textosMostrados } from './results.ts';

/** Where the groups of texts of a question begin: always the same, and computed by nobody from ids. */
async function comecoDe({ id, minimo }: Rodada, perguntaId: number): Promise<number> {
  const digest = createHmac('sha256', await installationSecret())
    .update(`textos ${id} ${perguntaId}`)
    .digest();
  return digest.readUInt32BE() % minimo;
}

interface Pedido {
  id: number;
  perguntaId: number;
  page: number;
}

/**
 * The texts of a question, mixed, without their time. Where answers are not identified they are of the whole round alone, under no
 * filter, and only if there are more texts than the minimum. A question that is shown only after a certain answer needs the minimum of people
 * who did not write, too, for its number of texts tells how many gave that answer. So it tells whole groups of the minimum (`textosMostrados`): beside the
 * shares of other questions, or another condition, an exact number would count a single answer. A reader who is limited to a part of the round gets none.
 */
export async function comments(fonte: Fonte, acting: Acting, { id, ...asked }: Pedido): Promise<ComentariosDaPergunta> {
  return commentsOf(fonte, acting, await theRound(fonte.db, fonte, acting, id), asked);
}

/** The same of a round that was read already. */
export async function commentsOf(
  fonte: Fonte,
  acting: Acting,
  rodada: Rodada,
  { perguntaId, page }: Omit<Pedido, 'id'>,
): Promise<ComentariosDaPergunta> {
  const { db } = fonte;
  const withheld = { perguntaId, textos: null, total: 0 };
  const place = sql`order by md5(t.id::text) limit ${TEXTOS_POR_PAGINA} offset ${page * TEXTOS_POR_PAGINA}`;
  const ofQuestion = sql`t.rodada_id = ${rodada.id} and t.pergunta_id = ${perguntaId}`;
  if (rodada.modo === 'I') {
    const people = fonte.pessoas?.(acting) ?? null;
    const from = sql`respostas_escritas t join respostas_dadas d on d.id = t.resposta_id
      left join participacoes p on p.id = d.participacao_id ${people ? sql`left join (${people}) q on q.chave = p.pessoa` : sql``}
      where ${ofQuestion} and ${seen(people)}`;
    const { total } = await db.only<{ total: number }>(sql`select count(*)::int as total from ${from}`);
    const textos = await db.query<{ texto: string; nome: string | null }>(
      sql`select t.texto, ${people ? sql`q.nome` : sql`null`} as nome from ${from} ${place}`,
    );
    return { perguntaId, textos, total };
  }
  if (rodada.estado !== 'D' || (fonte.dentro?.(acting) ?? null)) return withheld;
  const judgement = await judgedWhole(db, rodada);
  const { all } = await db.only<{ all: number }>(sql`select count(*)::int as all from respostas_escritas t where ${ofQuestion}`);
  const least = rodada.minimo + TEXTOS_A_MAIS;
  if (!judgement?.verdict || all < least) return withheld;
  const pergunta = rodada.definicao.perguntas.find((one) => one.id === perguntaId);
  const isAskedOfSome = pergunta !== undefined && isConditional(pergunta, rodada.definicao);
  if (isAskedOfSome && judgement.pessoas - all < rodada.minimo) return withheld;
  const total = isAskedOfSome ? textosMostrados(all, rodada.minimo, await comecoDe(rodada, perguntaId)) : all;
  const textos = await db.query<{ texto: string }>(sql`
    select t.texto from (select t.id, t.texto from respostas_escritas t where ${ofQuestion} order by md5(t.id::text) limit ${total}) t ${place}`);
  return { perguntaId, textos, total, ...(isAskedOfSome ? { soAlguns: true } : {}) };
}

/** Who answered what: of an identified round, and only people whom the reader sees. */
export async function respondents(fonte: Fonte, acting: Acting, { id, perguntaId, page, valor }: Pedido & { valor: number }) {
  const { db } = fonte;
  const rodada = await theRound(db, fonte, acting, id);
  const people = fonte.pessoas?.(acting) ?? null;
  const pergunta = rodada.definicao.perguntas.find((one) => one.id === perguntaId);
  if (rodada.modo !== 'I' || !people || !pergunta) return { pessoas: [], total: 0 };
  const slot = pergunta.tipo === '5' ? valor : perguntaId;
  const from = sql`respostas_dadas d join participacoes p on p.id = d.participacao_id join (${people}) q on q.chave = p.pessoa
    where d.rodada_id = ${rodada.id} and d.notas[${slot}::int] = ${pergunta.tipo === '5' ? 1 : valor} and ${seen(people)}`;
  const { total } = await db.only<{ total: number }>(sql`select count(*)::int as total from ${from}`);
  const pessoas = await db.query<{ chave: string; nome: string }>(
    sql`select q.chave, q.nome from ${from} order by q.nome, q.chave limit ${TEXTOS_POR_PAGINA} offset ${page * TEXTOS_POR_PAGINA}`,
  );
  return { pessoas, total };
}
