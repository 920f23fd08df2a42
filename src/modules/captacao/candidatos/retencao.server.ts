import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import { apagaCadastro, apagaDaConta, apagaRemovido } from './apagar.server.ts';
import { travaImportacoes } from './apagar-importacoes.server.ts';
import { bloqueado } from './bloqueio.server.ts';
import { contasVencidas } from './contas.server.ts';
import { removidosVencidos } from './removidos.server.ts';
import { candidatosVisiveis, travaCandidaturas } from './visiveis.server.ts';

/** Over a request `s`: whether its selection is over. */
const TERMINOU = sql`(s.situacao in ('E', 'C') or s.status = 'R')`;

/** Over a request `s`: the day of its last change. A cancelled one tells it in the trail alone. */
const ULTIMO_DIA = sql`greatest(s.data_encerramento, s.data_status, (
  select a.instante::date from auditoria a where a.tabela = 'solicitacoes_pessoal' and a.registro_id = s.id and a.acao in ('I', 'A') order by a.id desc limit 1))`;

/** The last days of the requests of a company that ended and left somebody in their selection: each is looked for once. */
const ultimosDias = (empresaId: number): Sql => sql`
  with ultimos as materialized (
    select s.id, ${ULTIMO_DIA} as dia from solicitacoes_pessoal s where s.empresa_id = ${empresaId} and ${TERMINOU}
      and exists (select from candidaturas k where k.solicitacao_id = s.id and k.situacao = 'A'))`;

/** Over an application `k`, as `u`: its request if that ended, out of `ultimosDias`; or by itself, for one candidate. */
const DE_TODOS = sql`left join ultimos u on u.id = k.solicitacao_id`;
const DE_UM = sql`left join lateral (
  select s.id, ${ULTIMO_DIA} as dia from solicitacoes_pessoal s where s.id = k.solicitacao_id and k.situacao = 'A' and ${TERMINOU}) u on true`;

/**
 * Candidates (alias `t`) whose months are over: nothing changed, in the selection of no vacancy that goes on, never hired. Who was left in the
 * selection of one that ended, was cancelled or rejected counts their months from its last change.
 */
const semMudanca = (meses: Sql, comUltimo: Sql): Sql => sql`
  ${meses} > 0 and t.atualizado_em < hoje() - make_interval(months => ${meses}) and not t.contratado
    and not exists (select from candidaturas k ${comUltimo} where k.candidato_id = t.id and k.empresa_id = t.empresa_id
      and (k.situacao = 'A' and u.id is null
        or greatest(k.inscrita_em::date, k.encerrada_em::date, case k.situacao when 'A' then u.dia end) >= hoje() - make_interval(months => ${meses})))`;

/** A block holds for as long as it says, and so does the record without which nobody would know of it. */
const NA_LISTA = bloqueado(sql`t`, sql`hoje()`);

/** The months after which the company erases candidates; 0 is never. */
export const mesesDe = ({ settings }: Pick<Acting, 'settings'>): number =>
  typeof settings.tempoExclusaoCandidato === 'number' ? settings.tempoExclusaoCandidato : 0;

export interface Vencido {
  id: number;
  nome: string;
  atualizadoEm: string;
}

/** Whom the task would erase tonight, of those that the actor sees: the hundred oldest, how many in all, and how many the blocklist keeps. */
export async function previaDaRetencao(
  db: Queryable,
  acting: Acting,
): Promise<{ meses: number; total: number; bloqueados: number; candidatos: Vencido[] }> {
  const meses = mesesDe(acting);
  const quais = sql`${candidatosVisiveis(acting)} and ${semMudanca(sql`${meses}::int`, DE_TODOS)}`;
  const ultimos = ultimosDias(acting.empresaId);
  const contados = await db.only<{ total: number; bloqueados: number }>(sql`
    ${ultimos} select (count(*) filter (where not ${NA_LISTA}))::int as total, (count(*) filter (where ${NA_LISTA}))::int as bloqueados from candidatos t where ${quais}`);
  const candidatos = await db.query<Vencido>(sql`
    ${ultimos} select t.id, t.nome, t.atualizado_em as "atualizadoEm" from candidatos t where ${quais} and not ${NA_LISTA} order by t.atualizado_em, t.id limit 100`);
  return { meses, ...contados, candidatos };
}

interface Devido {
  id: number;
  empresaId: number;
}

/** The first of each queue, then the second of each. */
const emTurnos = (filas: readonly Devido[][]): Devido[] =>
  filas
    .flatMap((fila) => fila.map((devido, vez) => ({ devido, vez })))
    .sort((a, b) => a.vez - b.vez)
    .map(({ devido }) => devido);

/** So many candidates, so many accounts and so many removed records are erased in one night. */
const POR_NOITE = 5_000;

/**
 * Erases candidates whose time is over, then accounts whose record HR had removed, then removed records that have no account. Each in a transaction of its
 * own: one that fails holds up no other, and nothing is locked for long. Who is due is asked company by company, and a list that fails holds up no
 * other. Companies take turns: what one night cannot do is not always the same company's.
 */
export async function apagaVencidos(
  db: Database,
  agindo: (empresaId: number) => Promise<Acting>,
  signal: AbortSignal,
): Promise<number> {
  const vencidos = (empresaId: number, comUltimo: Sql) => sql`
    select t.id, t.empresa_id as "empresaId" from candidatos t join empresas e on e.id = t.empresa_id
    where t.empresa_id = ${empresaId} and ${semMudanca(sql`coalesce(e.tempo_exclusao_candidato, 0)`, comUltimo)} and not ${NA_LISTA}`;
  const contas = (empresaId: number) => sql`
    select c.id, c.empresa_id as "empresaId" from contas_externas c join empresas e on e.id = c.empresa_id
    where c.empresa_id = ${empresaId} and ${contasVencidas}`;
  const removidos = (empresaId: number) => sql`
    select r.registro_id as id, r.empresa_id as "empresaId" from auditoria r join empresas e on e.id = r.empresa_id
    where ${removidosVencidos(empresaId)}`;
  const empresas = await db.query<{ id: number }>(sql`select id from empresas order by id`);
  let apagados = 0;
  await faultsLast(signal, async (part) => {
    for (const { devidos, devido, chave, ordem, trava, esquece } of [
      {
        devidos: (empresaId: number) => sql`${ultimosDias(empresaId)} ${vencidos(empresaId, DE_TODOS)}`,
        devido: (empresaId: number) => vencidos(empresaId, DE_UM),
        chave: sql`t.id`,
        ordem: sql`t.atualizado_em, t.id`,
        trava: async (tx: Tx, empresaId: number, id: number) => {
          await travaImportacoes(tx, empresaId, [id]);
          await travaCandidaturas(tx, [id]);
          await tx.query(sql`select id from candidatos where id = ${id} for update`);
        },
        esquece: apagaCadastro,
      },
      {
        devidos: contas,
        devido: contas,
        chave: sql`c.id`,
        ordem: sql`c.id`,
        trava: (tx: Tx, _: number, id: number) => tx.query(sql`select id from contas_externas where id = ${id} for update`),
        esquece: apagaDaConta,
      },
      {
        devidos: removidos,
        devido: removidos,
        chave: sql`r.registro_id`,
        ordem: sql`r.instante, r.id`,
        trava: (tx: Tx, empresaId: number, id: number) => travaImportacoes(tx, empresaId, [id]),
        esquece: apagaRemovido,
      },
    ]) {
      const apaga = async ({ id, empresaId }: Devido) => {
        const acting = await agindo(empresaId);
        return db.tx(
          async (tx) => {
            const um = sql`${devido(empresaId)} and ${chave} = ${id}`;
            // Imports are locked only for who is still due: an import waits for that, too.
            if (!(await tx.one(um))) return false;
            await trava(tx, empresaId, id);
            // Only the next statement sees what was written by those who held the lock before.
            const ainda = await tx.one(um);
            if (ainda) await esquece(tx, acting, id, 'A');
            return ainda !== undefined;
          },
          { retry: 2 },
        );
      };
      const vistos: number[] = [];
      // Those of which a list may still tell somebody; one that fails is not asked again tonight.
      let restam = empresas;
      for (let feitos = 0; restam.length > 0 && feitos < POR_NOITE; ) {
        const filas: Devido[][] = [];
        for (const { id } of restam) {
          // Those that fail every night stand first, and take nobody's place.
          const fila = await part(() =>
            db.query<Devido>(
              sql`${devidos(id)} and ${chave} <> all(${vistos}::bigint[]) order by ${ordem} limit ${POR_NOITE - feitos}`,
            ),
          );
          if (fila && fila.length > 0) filas.push(fila);
        }
        restam = filas.map(([primeiro]) => ({ id: (primeiro as Devido).empresaId }));
        for (const quem of emTurnos(filas).slice(0, POR_NOITE - feitos)) {
          vistos.push(quem.id);
          if (await part(() => apaga(quem))) {
            feitos++;
            apagados++;
          }
        }
      }
    }
  });
  return apagados;
}
