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

/** Over a request `s`: the day of its last change. A cancelled one tells it in the trail alone. */
const ULTIMO_DIA = sql`greatest(s.data_encerramento, s.data_status, (
  select max(a.instante)::date from auditoria a where a.tabela = 'solicitacoes_pessoal' and a.registro_id = s.id and a.acao in ('I', 'A')))`;

/**
 * Candidates (alias `t`) whose months are over: nothing changed, in the selection of no vacancy that goes on, never hired. Who was left in the
 * selection of one that ended, was cancelled or rejected counts their months from its last change.
 */
const semMudanca = (meses: Sql): Sql => sql`
  ${meses} > 0 and t.atualizado_em < hoje() - make_interval(months => ${meses}) and not t.contratado
    and not exists (select from candidaturas k join solicitacoes_pessoal s on s.id = k.solicitacao_id where k.candidato_id = t.id
      and (k.situacao = 'A' and s.situacao not in ('E', 'C') and s.status is distinct from 'R'
        or greatest(k.inscrita_em::date, k.encerrada_em::date, case k.situacao when 'A' then ${ULTIMO_DIA} end) >= hoje() - make_interval(months => ${meses})))`;

/** A block holds for as long as it says, and so does the record without which nobody would know of it. */
const NA_LISTA = bloqueado(sql`t`, sql`hoje()`);
const vencidos = (meses: Sql): Sql => sql`${semMudanca(meses)} and not ${NA_LISTA}`;

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
  const quais = sql`${candidatosVisiveis(acting)} and ${semMudanca(sql`${meses}::int`)}`;
  const contados = await db.only<{ total: number; bloqueados: number }>(sql`
    select (count(*) filter (where not ${NA_LISTA}))::int as total, (count(*) filter (where ${NA_LISTA}))::int as bloqueados from candidatos t where ${quais}`);
  const candidatos = await db.query<Vencido>(sql`
    select t.id, t.nome, t.atualizado_em as "atualizadoEm" from candidatos t where ${quais} and not ${NA_LISTA} order by t.atualizado_em, t.id limit 100`);
  return { meses, ...contados, candidatos };
}

interface Devido {
  id: number;
  empresaId: number;
}

/** So many candidates, so many accounts and so many removed records are erased in one night. */
const POR_NOITE = 5_000;

/**
 * Erases candidates whose time is over, then accounts whose record HR had removed, then removed records that have no account. Each in a transaction of its
 * own: one that fails holds up no other, and nothing is locked for long. Companies take turns: what one night cannot do is not always the same company's.
 */
export async function apagaVencidos(
  db: Database,
  agindo: (empresaId: number) => Promise<Acting>,
  signal: AbortSignal,
): Promise<number> {
  const daEmpresa = sql`join empresas e on e.id = t.empresa_id where ${vencidos(sql`coalesce(e.tempo_exclusao_candidato, 0)`)}`;
  let apagados = 0;
  await faultsLast(signal, async (part) => {
    for (const { quais, chave, ordem, trava, esquece } of [
      {
        quais: sql`select t.id, t.empresa_id as "empresaId" from candidatos t ${daEmpresa}`,
        chave: sql`t.id`,
        ordem: sql`row_number() over (partition by t.empresa_id order by t.atualizado_em, t.id), t.empresa_id`,
        trava: async (tx: Tx, empresaId: number, id: number) => {
          await travaImportacoes(tx, empresaId, [id]);
          await travaCandidaturas(tx, [id]);
          await tx.query(sql`select id from candidatos where id = ${id} for update`);
        },
        esquece: apagaCadastro,
      },
      {
        quais: sql`select c.id, c.empresa_id as "empresaId" from contas_externas c join empresas e on e.id = c.empresa_id where ${contasVencidas}`,
        chave: sql`c.id`,
        ordem: sql`row_number() over (partition by c.empresa_id order by c.id), c.empresa_id`,
        trava: (tx: Tx, _: number, id: number) => tx.query(sql`select id from contas_externas where id = ${id} for update`),
        esquece: apagaDaConta,
      },
      {
        quais: sql`select r.registro_id as id, r.empresa_id as "empresaId" from auditoria r join empresas e on e.id = r.empresa_id where ${removidosVencidos}`,
        chave: sql`r.registro_id`,
        ordem: sql`row_number() over (partition by r.empresa_id order by r.instante, r.id), r.empresa_id`,
        trava: (tx: Tx, empresaId: number, id: number) => travaImportacoes(tx, empresaId, [id]),
        esquece: apagaRemovido,
      },
    ]) {
      const apaga = async ({ id, empresaId }: Devido) => {
        const acting = await agindo(empresaId);
        return db.tx(
          async (tx) => {
            const um = sql`${quais} and ${chave} = ${id}`;
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
      for (let feitos = 0, ha = true; ha && feitos < POR_NOITE; ) {
        // Those that fail every night stand first, and take nobody's place.
        const todos = await db.query<Devido>(
          sql`${quais} and ${chave} <> all(${vistos}::bigint[]) order by ${ordem} limit ${POR_NOITE - feitos}`,
        );
        ha = todos.length > 0;
        for (const devido of todos) {
          vistos.push(devido.id);
          if (await part(() => apaga(devido))) {
            feitos++;
            apagados++;
          }
        }
      }
    }
  });
  return apagados;
}
