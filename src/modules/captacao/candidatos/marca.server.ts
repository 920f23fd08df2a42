import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { chavesDoDia, Linhas } from './achar-removidos.server.ts';
import { t } from './retrato.server.ts';

/** What follows from other tables, says who has read, or tells of merges. */
const FORA = new Set([
  'candidatos_busca',
  'buscas_candidatos_vistos',
  'candidaturas_pareceres_leituras',
  'candidatos_unificacoes',
]);
/** Merges themselves change these columns, and say so by these fields. */
const MOVEIS = ['versao', 'atualizado_em'];
const DITO_POR_UNIFICACOES = ['unificadoCom', 'unificadoEm', 'contaNoPortal'];

/** A digest of a record and of all that hangs from it: another one once anything there is written, added or removed. */
export async function marcaDe(tx: Tx, candidato: number): Promise<string> {
  const chaves = (await chavesDoDia(tx)).filter(({ tabela, alvo }) => alvo !== 'arquivos' && !FORA.has(tabela));
  const { propria } = await tx.only<{ propria: string }>(
    sql`select (to_jsonb(x) - ${MOVEIS}::text[])::text as propria from candidatos x where id = ${candidato}`,
  );
  const linhas = [propria];
  const vistas = new Linhas();
  vistas.soma('candidatos', candidato);
  for (let frente = vistas; frente.size > 0; ) {
    const novas = new Linhas();
    for (const { tabela, coluna, alvo, comId } of chaves) {
      const ids = [...(frente.get(alvo) ?? [])];
      if (ids.length === 0) continue;
      const achadas = await tx.query<{ id: number | null; linha: string }>(sql`
        select ${comId ? sql`x.id` : sql`null`} as id, to_jsonb(x)::text as linha from ${t(tabela)} x where ${t(coluna)} = any(${ids}::bigint[])`);
      for (const { id, linha } of achadas) {
        linhas.push(`${tabela} ${linha}`);
        if (id !== null && vistas.soma(tabela, id)) novas.soma(tabela, id);
      }
    }
    frente = novas;
  }
  return createHash('sha256').update(linhas.toSorted().join('\n')).digest('base64');
}

/**
 * Whether anything was written into a record since it took over another one: only until then the two come apart, for nobody could tell later whose
 * it is. What a change has undone again counts, for the trail tells it, and so does a letter.
 */
export async function mudouDesde(
  tx: Tx,
  { fica, vai, em, marca }: { fica: number; vai: number; em: Date; marca: string | undefined },
) {
  if (marca !== (await marcaDe(tx, fica))) return true;
  const escrito = await tx.one(sql`
    select 1 from auditoria a where a.tabela = 'candidatos' and a.registro_id = ${fica} and a.id > (
        select max(u.id) from auditoria u where u.tabela = 'candidatos' and u.registro_id = ${fica}
          and u.mudancas -> 'unificadoCom' -> 1 -> 'id' = to_jsonb(${vai}::bigint))
      and a.mudancas - ${DITO_POR_UNIFICACOES}::text[] <> '{}'
    union all select 1 from emails where sobre @> array[${`candidatos:${fica}`}] and criado_em >= ${em} limit 1`);
  return escrito !== undefined;
}
