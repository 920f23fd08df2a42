import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { type Chave, chavesDoDia, Linhas } from './achar-removidos.server.ts';
import { DITAS, IDS_DITOS } from './ditas.server.ts';
import { type Marca, t } from './retrato.server.ts';

/** What follows from other tables, says who has read, or tells of merges. */
const FORA = new Set([
  'candidatos_busca',
  'avaliacoes_a_pedir',
  'buscas_candidatos_vistos',
  'candidaturas_pareceres_leituras',
  'candidatos_unificacoes',
]);
/** Merges themselves change these columns, and say so by these fields. */
const MOVEIS = ['versao', 'atualizado_em'];
const DITO_POR_UNIFICACOES = ['unificadoCom', 'unificadoEm', 'contaNoPortal'];

/** The mark of a record now, or by the columns of an earlier one. */
export async function marcaDe(tx: Tx, candidato: number, de?: Marca): Promise<Marca> {
  const chaves = (await chavesDoDia(tx)).filter(({ tabela, alvo }) => alvo !== 'arquivos' && !FORA.has(tabela));
  const colunas = { ...(await colunasDe(tx, chaves)), ...de?.colunas };
  const linhas: string[] = [];
  const vistas = new Linhas();
  /** Answers the ids of rows that are new here. */
  const le = async (tabela: string, coluna: string, ids: readonly number[], comId: boolean): Promise<number[]> => {
    const achadas = await tx.query<{ id: number | null; resumo: string }>(sql`
      select ${comId ? sql`x.id` : sql`null`} as id, md5((
        select jsonb_object_agg(c.key, c.value) from jsonb_each(to_jsonb(x)) c where c.key = any(${colunas[tabela] ?? []}::text[]))::text) as resumo
      from ${t(tabela)} x where x.${t(coluna)} = any(${ids}::bigint[])`);
    for (const { id, resumo } of achadas) linhas.push(`${tabela} ${id} ${resumo}`);
    return achadas.flatMap(({ id }) => (id !== null && vistas.soma(tabela, id) ? [id] : []));
  };
  let frente = new Map([['candidatos', await le('candidatos', 'id', [candidato], true)]]);
  while (frente.size > 0) {
    const novas = new Map<string, number[]>();
    for (const { tabela, coluna, alvo, comId } of chaves) {
      const deles = frente.get(alvo);
      if (!deles) continue;
      const achados = await le(tabela, coluna, deles, comId);
      if (achados.length > 0) novas.set(tabela, [...(novas.get(tabela) ?? []), ...achados]);
    }
    frente = novas;
  }
  return { resumo: createHash('sha256').update(linhas.toSorted().join('\n')).digest('base64'), colunas };
}

async function colunasDe(tx: Tx, chaves: readonly Chave[]): Promise<Record<string, string[]>> {
  const achadas = await tx.query<{ tabela: string; colunas: string[] }>(sql`
    select r.relname as tabela, array_agg(a.attname::text order by a.attname) as colunas from pg_class r join pg_attribute a on a.attrelid = r.oid
    where r.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attname <> all(${MOVEIS}::text[])
      and r.relname = any(${['candidatos', ...chaves.map(({ tabela }) => tabela)]}::text[]) and r.relname in (select tabelas_do_candidato()) group by 1`);
  return Object.fromEntries(achadas.map(({ tabela, colunas }) => [tabela, colunas]));
}

interface Feita {
  fica: number;
  vai: number;
  em: Date;
  marca: Marca | undefined;
}

/**
 * Whether anything was written into a record since it took over another one: only until then the two come apart, for nobody could tell later whose
 * it is. What was written and taken back, or added and removed, counts too, for the trail tells it, and so does a letter.
 */
export async function mudouDesde(tx: Tx, empresaId: number, { fica, vai, em, marca }: Feita): Promise<boolean> {
  if (marca === undefined || marca.resumo !== (await marcaDe(tx, fica, marca)).resumo) return true;
  const candidaturas = await tx.query<{ id: number }>(sql`select id from candidaturas where candidato_id = ${fica}`);
  const quem = JSON.stringify({ candidato: fica, candidaturas: candidaturas.map(({ id }) => id) });
  const escrito = await tx.one(sql`
    with desde as (
      select max(u.id) as id from auditoria u where u.tabela = 'candidatos' and u.registro_id = ${fica}
        and coalesce(u.resumo, u.mudancas) -> 'unificadoCom' -> 1 -> 'id' = to_jsonb(${vai}::bigint))
    select 1 from auditoria a, desde where a.tabela = 'candidatos' and a.registro_id = ${fica} and a.id > desde.id
      and a.acao <> 'L' and ${DITAS} - ${DITO_POR_UNIFICACOES}::text[] <> '{}'
    union all select 1 from auditoria a, desde where a.id > desde.id and a.empresa_id = ${empresaId} and a.acao in ('I', 'E') and a.acao <> 'L'
      and ${IDS_DITOS} && ${[fica, ...candidaturas.map(({ id }) => id)]}::bigint[]
      and a.tabela in (select tabelas_do_candidato()) and (
        jsonb_path_exists(${DITAS}, '$.candidato[*] ? (@ == $candidato || @.id == $candidato)', ${quem}::jsonb)
        or jsonb_path_exists(${DITAS}, '$.candidatura[*] ? (@ == $candidaturas[*] || @.id == $candidaturas[*])', ${quem}::jsonb))
    union all select 1 from emails where sobre @> array[${`candidatos:${fica}`}] and criado_em >= ${em} limit 1`);
  return escrito !== undefined;
}
