import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { AVALIACOES } from '../avaliacoes/dadas.server.ts';
import type { Devolucao } from './devolver.server.ts';
import type { Linha } from './linhas.server.ts';
import { chavesDoCandidato, type Retrato, t, UNIFICACOES } from './retrato.server.ts';

interface Separacao {
  fica: number;
  vai: number;
  retrato: Retrato;
  devolucao: Devolucao;
}

/**
 * What led to a record goes back with it, with what its account made meanwhile, the steps and questions of its selections, and what was removed and
 * is in the bin. Answers the rows that are not there any more.
 */
export async function levaDeVolta(tx: Tx, separacao: Separacao): Promise<{ tabela: string; id: number }[]> {
  const { fica, vai, retrato, devolucao } = separacao;
  for (const { tabela, coluna, ids } of retrato.referencias)
    await tx.query(
      sql`update ${t(tabela)} set ${t(coluna)} = ${vai} where ${t(coluna)} = ${fica} ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}`,
    );
  const chaves = (await chavesDoCandidato(tx)).filter(({ tabela, temId }) => temId && tabela !== UNIFICACOES);
  const removidos: { tabela: string; id: number }[] = [];
  for (const { tabela, coluna } of chaves) {
    const feitos = await feitosPelaConta(tx, tabela, devolucao);
    const trazidos = retrato.referencias.flatMap((uma) =>
      uma.tabela === tabela && uma.coluna === coluna ? (uma.ids ?? []) : [],
    );
    const dele = [...new Set([...trazidos, ...feitos])];
    if (dele.length === 0) continue;
    await tx.query(
      sql`update ${t(tabela)} set ${t(coluna)} = ${vai} where ${t(coluna)} = ${fica} and id = any(${feitos}::bigint[])`,
    );
    await tx.query(daLixeira(tabela, coluna, dele, separacao));
    const foram = await tx.query<{ id: number }>(
      sql`select x.id from unnest(${dele}::bigint[]) x(id) where not exists (select from ${t(tabela)} y where y.id = x.id)`,
    );
    removidos.push(...foram.map(({ id }) => ({ tabela, id })));
  }
  await levaSelecoes(tx, separacao);
  return removidos;
}

/** The rows of a table that the account has made since the merge. */
async function feitosPelaConta(tx: Tx, tabela: string, { conta, desde }: Devolucao): Promise<number[]> {
  if (!conta) return [];
  const feitos = await tx.query<{ id: number }>(sql`
    select distinct registro_id as id from auditoria where externo = ${conta.externo} and acao = 'I' and tabela = ${tabela} and id > ${desde}`);
  return feitos.map(({ id }) => id);
}

/** Entries of the bin that hold these rows are restored into the record that comes back. From the stored text, so that no number passes through JavaScript. */
const daLixeira = (tabela: string, coluna: string, ids: readonly number[], { fica, vai }: Separacao): Sql => sql`
  update lixeira l set retrato = (
    select jsonb_agg(jsonb_set(p.parte, '{linhas}', coalesce((
      select jsonb_agg(case when r.linha -> ${coluna} = to_jsonb(${fica}::bigint) then jsonb_set(r.linha, array[${coluna}], to_jsonb(${vai}::bigint)) else r.linha end order by r.n)
      from jsonb_array_elements(p.parte -> 'linhas') with ordinality r(linha, n)), '[]')) order by p.n)
    from jsonb_array_elements(l.retrato) with ordinality p(parte, n))
  where l.tabela = ${tabela} and l.registro_id = any(${ids}::bigint[])`;

/** What was added to the selections of the record while it was part of the other: steps, and who is asked. */
async function levaSelecoes(tx: Tx, { fica, vai }: Separacao): Promise<void> {
  const dele = sql`(select k.id from candidaturas k where k.candidato_id = ${vai})`;
  const abaixo = await tx.query<{ tabela: string; coluna: string; candidatura: string }>(sql`
    select r.relname as tabela, a.attname as coluna, b.attname as candidatura
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_attribute a on a.attrelid = r.oid and a.attnum = c.conkey[1]
      join pg_constraint d on d.conrelid = r.oid and d.contype = 'f' and d.confrelid = 'candidaturas'::regclass
      join pg_attribute b on b.attrelid = r.oid and b.attnum = d.conkey[1]
    where c.contype = 'f' and c.confrelid = 'candidatos'::regclass`);
  for (const { tabela, coluna, candidatura } of abaixo)
    await tx.query(
      sql`update ${t(tabela)} set ${t(coluna)} = ${vai} where ${t(coluna)} = ${fica} and ${t(candidatura)} in ${dele}`,
    );
  await tx.query(sql`
    update participacoes p set pessoa = ${`candidatos:${vai}`} from rodadas r join avaliacoes_candidatos a on a.id = r.dono_id
    where p.rodada_id = r.id and r.dono = ${AVALIACOES} and p.pessoa = ${`candidatos:${fica}`} and a.candidatura_id in ${dele}`);
}

/** Letters that went to a mailbox of the record that comes back tell of it; none is still to go there about the other one. */
export async function levaCartas(
  tx: Tx,
  { fica, vai, devolucao }: Separacao,
  { em, volta, email }: { em: Date; volta: Linha; email: unknown },
): Promise<void> {
  const { conta, paraVai } = devolucao;
  const enderecos = [conta?.email, paraVai.email, volta.email].flatMap((um) =>
    typeof um === 'string' ? [um.toLowerCase()] : [],
  );
  const proprio = typeof email === 'string' ? email.toLowerCase() : '';
  const dele = sql`sobre @> array[${`candidatos:${fica}`}] and criado_em >= ${em} and lower(para) = any(${enderecos}::text[]) and lower(para) <> ${proprio}`;
  await tx.query(sql`delete from emails where estado = 'PENDENTE' and ${dele}`);
  await tx.query(
    sql`update emails set sobre = array_replace(sobre, ${`candidatos:${fica}`}, ${`candidatos:${vai}`}) where ${dele}`,
  );
}
