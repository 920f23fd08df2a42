import sql, { type Sql } from 'sql-template-tag';
import { today } from '#kit/br/date.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { keepFiles } from '#kit/files/readers.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { createUnnamed } from '#kit/store/sent-once.server.ts';
import type { EnvioNoFio, RascunhoNoFio } from './answer-wire.ts';
import type { Espera, Questionario, Rascunho } from './asked.ts';
import { type Answered, askerOf } from './asker.server.ts';
import { evaluate, type Slots, toDraft, tooLong, toSlots } from './evaluate.ts';
import { hasRoundKey } from './keys.server.ts';
import type { EstadoDaParticipacao } from './round.ts';
import { RODADA, type Rodada, readRound } from './rounds.server.ts';
import { seal, usualSize } from './seal.server.ts';
import { versionOf } from './versions.server.ts';

/** Somebody who is asked, in one round. */
export interface Asked {
  id: number;
  rodadaId: number;
  pessoa: string;
  sobre: string | null;
  papel: string | null;
  atributos: (number | null)[];
  estado: EstadoDaParticipacao;
}

const ASKED = sql`p.id, p.rodada_id as "rodadaId", p.pessoa, p.sobre, p.papel, p.atributos, p.estado`;

/** What hundreds of people ask for at the same time is planned once. */
const hot = ({ text, values }: Sql) => prepared(text, [...values]);

/** The participation that satisfies a condition on `p`. */
export const findAsked = (db: Queryable, where: Sql): Promise<Asked | undefined> =>
  db.one<Asked>(hot(sql`select ${ASKED} from participacoes p where ${where}`));

/** A participation of one of these people; of anybody else it is not found. */
export async function askedOf(db: Queryable, empresaId: number, pessoas: readonly string[], id: number): Promise<Asked> {
  const asked = await findAsked(db, sql`p.id = ${id} and p.empresa_id = ${empresaId} and p.pessoa = any(${pessoas})`);
  if (!asked) throw refuse.notFound();
  return asked;
}

/** Both say which one it was, so that a browser forgets what it kept of it. */
const closed = (id: number) => new Refusal('RODADA_ENCERRADA', 'Este questionário já foi encerrado.', 409, { id });
/** Of a paused one the browser keeps what it has. */
const paused = () =>
  new Refusal('RODADA_PAUSADA', 'Este questionário está bloqueado por enquanto. O que você já respondeu fica guardado.', 409);
const answered = (id: number) => new Refusal('JA_RESPONDIDA', 'Este questionário já foi respondido.', 409, { id });

/** Refuses what can no longer be answered, or not now. */
async function demandOpen({ id }: Pick<Asked, 'id'>, { estado, ate, chavePublica }: Rodada): Promise<void> {
  if (estado === 'P') throw paused();
  if (estado !== 'A' || (ate !== null && ate < today())) throw closed(id);
  if (chavePublica && !(await hasRoundKey(chavePublica)))
    throw new Refusal('RODADA_SEM_CHAVE', 'Este questionário não pode receber respostas agora. Avise quem o enviou.', 503, {
      retryAfter: 600,
    });
}

async function draftOf(db: Queryable, { id }: Pick<Asked, 'id'>): Promise<Rascunho | undefined> {
  const draft = await db.one<Rascunho>(
    sql`select revisao, respostas, folha from rascunhos_de_respostas where participacao_id = ${id}`,
  );
  if (draft?.folha === null) delete draft.folha;
  return draft;
}

const answeredBy = ({ id, rodadaId, pessoa, sobre, papel }: Asked, { donoId }: Pick<Rodada, 'donoId'>): Answered => ({
  rodadaId,
  donoId,
  participacaoId: id,
  pessoa,
  sobre,
  papel,
});

/** Refuses an answer that its asker no longer wants. */
async function demandWanted(db: Queryable, asked: Asked, round: Pick<Rodada, 'dono' | 'donoId'>): Promise<void> {
  const refusal = await askerOf(round.dono)?.dispensa?.(db, answeredBy(asked, round));
  if (refusal) throw refusal;
}

/** What somebody is asked, with what they have saved. */
export async function readAsked(db: Queryable, asked: Asked): Promise<Questionario> {
  const { id, rodadaId, sobre, papel, estado } = asked;
  const round = await readRound(db, rodadaId);
  if (estado === 'R') throw answered(id);
  await demandOpen(asked, round);
  await demandWanted(db, asked, round);
  const { definicao } = await versionOf(db, round.versaoId);
  const names = sobre === null ? undefined : await askerOf(round.dono)?.nomes?.(db, [sobre]);
  const { empresaId, titulo, modo, minimo, ate } = round;
  const sheet = askerOf(round.dono)?.folha;
  return {
    id,
    empresaId,
    titulo,
    modo,
    minimo,
    ate,
    papel,
    estado,
    definicao,
    sobre: (sobre !== null && names?.get(sobre)) || null,
    semente: String(id),
    ...(sheet && { folha: await sheet.read(db, answeredBy(asked, round)) }),
    // Last, because it may be long: while others of the same person wait for their turns, each would keep its own.
    rascunho: (await draftOf(db, asked)) ?? null,
  };
}

const changedElsewhere = (rascunho: Rascunho | undefined) =>
  new Refusal('RASCUNHO_ALTERADO', 'As respostas foram alteradas em outro aparelho.', 409, { rascunho: rascunho ?? null });

/** The round and then the participation are locked, as everybody does who writes below a round (but for the closing, see `readRound`); by one statement. */
async function locked(tx: Tx, asked: Asked): Promise<{ round: Rodada; present: EstadoDaParticipacao }> {
  const { id, rodadaId } = asked;
  const found = await tx.one<Rodada & { present: EstadoDaParticipacao }>(
    hot(sql`
      with r as materialized (select ${RODADA} from rodadas where id = ${rodadaId} for share),
        p as materialized (select estado from participacoes where id = ${id} and (select count(*) from r) = 1 for update)
      select r.*, p.estado as present from r, p`),
  );
  if (!found) {
    // The statement sees a participation as it stood before it waited; the closing of an anonymous round writes them anew.
    await demandOpen({ id }, await readRound(tx, rodadaId));
    throw refuse.notFound();
  }
  const { present, ...round } = found;
  if (present === 'R') throw answered(id);
  await demandOpen({ id }, round);
  await demandWanted(tx, asked, round);
  return { round, present };
}

/** The files of a draft are kept under its participation; nobody but their maker reads them. */
const OF_DRAFTS = 'participacoes';

/** Whether a draft says the same as these answers. */
const isSame = (respostas: string, folha: string | null) =>
  sql`respostas = ${respostas}::jsonb and folha is not distinct from ${folha}::jsonb`;

/**
 * About how much one draft may make the database write: its size now, as often as it was saved. Whoever writes fifty pages saves them
 * two thousand times; that nothing else is counted tells nobody when somebody wrote.
 */
const MOST_WRITTEN = 256 * 1024 * 1024;

const savedTooOften = () =>
  new Refusal(
    'RASCUNHO_GRAVADO_DEMAIS',
    'Estas respostas já foram gravadas vezes demais no servidor. Elas continuam no seu aparelho e podem ser enviadas.',
    429,
  );

/** The draft is there already: from the same answers, whose reply was lost, or from another device. */
async function savedBefore(tx: Tx, asked: Asked, revisao: number, same: Sql): Promise<{ revisao: number }> {
  const there = await tx.one<{ revisao: number; same: boolean }>(
    sql`select revisao, ${same} as same from rascunhos_de_respostas where participacao_id = ${asked.id}`,
  );
  if (!there?.same || there.revisao < revisao) throw changedElsewhere(await draftOf(tx, asked));
  return { revisao: there.revisao };
}

/**
 * Saves what is not sent yet, if nothing was saved since `revisao`; else the other device's answers are told. The same answers once
 * more, after a reply that was lost, are no conflict. Anonymous answers are never saved here: they stay with whoever writes them.
 */
export async function saveDraft(
  db: Database,
  asked: Asked,
  { revisao, respostas, folha }: RascunhoNoFio,
): Promise<{ revisao: number }> {
  return db.tx(async (tx) => {
    const { round, present } = await locked(tx, asked);
    const { modo, dono } = round;
    if (modo === 'A') throw new Refusal('RODADA_ANONIMA', 'Respostas anônimas só são guardadas no aparelho de quem responde.');
    const { definicao } = await versionOf(tx, round.versaoId);
    const json = JSON.stringify(toDraft(definicao, respostas));
    const sheet = askerOf(dono)?.folha;
    const sheetFilled: unknown = sheet && folha !== undefined ? demand(sheet.schema, folha) : undefined;
    const filled = sheetFilled === undefined ? null : JSON.stringify(sheetFilled);
    if ((revisao + 1) * Buffer.byteLength(json + (filled ?? '')) > MOST_WRITTEN) throw savedTooOften();
    const isNew = await tx.one(
      hot(
        revisao === 0
          ? sql`
            insert into rascunhos_de_respostas (participacao_id, revisao, respostas, folha)
            values (${asked.id}, 1, ${json}::jsonb, ${filled}::jsonb) on conflict do nothing returning revisao`
          : sql`
            update rascunhos_de_respostas set revisao = revisao + 1, respostas = ${json}::jsonb, folha = ${filled}::jsonb
            where participacao_id = ${asked.id} and revisao = ${revisao} and not (${isSame(json, filled)}) returning revisao`,
      ),
    );
    if (!isNew) return savedBefore(tx, asked, revisao, isSame(json, filled));
    if (sheet?.files && sheetFilled !== undefined)
      await keepFiles(tx, OF_DRAFTS, asked.id, await sheet.files(tx, answeredBy(asked, round), sheetFilled));
    if (present === 'N') await tx.query(hot(sql`update participacoes set estado = 'P' where id = ${asked.id}`));
    return { revisao: revisao + 1 };
  });
}

/**
 * Takes the answers, once: the same sending may arrive again, at once or after a lost reply. The server judges them by the version
 * that was asked; what was not shown is dropped. That somebody has answered and what they answered are written together or not at all.
 */
export const submit = (db: Database, asked: Asked, sent: EnvioNoFio): Promise<void> => db.tx((tx) => submitIn(tx, asked, sent));

/** The same in the transaction of something else, which stands or falls with the answers. */
export async function submitIn(tx: Tx, asked: Asked, { envio, revisao = null, respostas, folha }: EnvioNoFio): Promise<void> {
  const wish = { key: envio, path: `responder ${asked.id}`, body: folha === undefined ? respostas : { respostas, folha } };
  await createUnnamed(tx, wish, async () => {
    const { round } = await locked(tx, asked);
    const draft = round.modo === 'A' || revisao === null ? undefined : await draftOf(tx, asked);
    if (draft && draft.revisao !== revisao) throw changedElsewhere(draft);
    const { definicao } = await versionOf(tx, round.versaoId);
    const answered = answeredBy(asked, round);
    const asker = askerOf(round.dono);
    const sheet = asker?.folha;
    const filled: unknown = sheet && demand(sheet.schema, folha);
    const { faltas } = (await sheet?.replaces?.(tx, answered)) ? { faltas: [] } : evaluate(definicao, respostas);
    const slots = toSlots(definicao, respostas);
    const faults = [
      ...[...faltas, ...(round.chavePublica ? tooLong(slots) : [])].map(({ perguntaId, message }) => ({
        field: `perguntas.${perguntaId}`,
        message,
      })),
      ...((await sheet?.faults(tx, answered, filled)) ?? []),
    ];
    if (faults.length > 0) throw refuse.invalid(faults);
    await tx.query(sql`update participacoes set estado = 'R' where id = ${asked.id}`);
    if (round.chavePublica) return writeSealed(tx, asked, round.chavePublica, slots, usualSize(definicao));
    const respostaId = await writeNamed(tx, asked, slots);
    await sheet?.write(tx, { respostaId, asked: answered }, filled);
    if (sheet?.files) await keepFiles(tx, OF_DRAFTS, asked.id, []);
    await asker?.respondida?.(tx, answered);
  });
}

async function writeSealed(tx: Tx, asked: Asked, publicKey: Buffer, slots: Slots, usual: number): Promise<void> {
  const { rodadaId, sobre, papel, atributos } = asked;
  const conteudo = await seal(publicKey, rodadaId, { ...slots, sobre, papel, atributos }, usual);
  await tx.query(sql`insert into envelopes (id, rodada_id, conteudo) values (gen_random_uuid(), ${rodadaId}, ${conteudo})`);
}

async function writeNamed(tx: Tx, { id, rodadaId, sobre, papel, atributos }: Asked, { notas, textos }: Slots): Promise<number> {
  const made = await tx.only<{ id: number }>(sql`
    insert into respostas_dadas (id, rodada_id, participacao_id, sobre, papel, atributos, notas)
    values (id_aleatorio(), ${rodadaId}, ${id}, ${sobre}, ${papel}, ${atributos}::int[], ${notas}::smallint[]) returning id`);
  if (textos.length > 0)
    await tx.query(sql`
      insert into respostas_escritas (id, rodada_id, resposta_id, pergunta_id, texto)
      select id_aleatorio(), ${rodadaId}, ${made.id}, t.pergunta_id, t.texto
      from unnest(${textos.map(({ perguntaId }) => perguntaId)}::int[], ${textos.map(({ texto }) => texto)}::text[]) as t(pergunta_id, texto)`);
  await tx.query(sql`delete from rascunhos_de_respostas where participacao_id = ${id}`);
  return made.id;
}

/** What waits for these people in rounds `r` that fit, the most urgent first. `sobre` is a name. */
export async function waitingOf(
  db: Queryable,
  empresaId: number,
  pessoas: readonly string[],
  quais: Sql = sql`true`,
): Promise<Espera[]> {
  const found = await db.query<Espera>(sql`
    select p.id, r.titulo, r.modo, r.ate, r.dono, r.dono_id as "donoId", p.sobre, p.papel, p.estado, r.quiosque
    from participacoes p join rodadas r on r.id = p.rodada_id
    where p.empresa_id = ${empresaId} and p.pessoa = any(${pessoas}) and p.estado <> 'R' and r.estado = 'A' and (r.ate is null or r.ate >= hoje()) and ${quais}
    order by r.ate nulls last, r.id, p.sobre nulls first, p.id limit 500`);
  const keysOf = (dono: string) => found.flatMap((one) => (one.dono === dono && one.sobre !== null ? [one.sobre] : []));
  const names = new Map<string, ReadonlyMap<string, string> | undefined>();
  for (const dono of new Set(found.map((one) => one.dono))) {
    const keys = keysOf(dono);
    if (keys.length > 0) names.set(dono, await askerOf(dono)?.nomes?.(db, keys));
  }
  return found.map((one) => ({
    ...one,
    sobre: (one.sobre !== null && names.get(one.dono)?.get(one.sobre)) || null,
    endereco: askerOf(one.dono)?.endereco?.(one.id) ?? null,
  }));
}
