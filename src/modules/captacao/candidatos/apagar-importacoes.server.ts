import sql, { type Sql } from 'sql-template-tag';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';
import { captacao } from '../module.ts';

/** By what the row of a sheet is known as somebody's. */
export interface DaPlanilha {
  nome: string;
  cpf: string | null;
  email: string | null;
}

/**
 * Of imports that brought records of a table or changed them, their rows are emptied and the sheets are let go, so that nobody reads them in again. Edits of
 * several that would bring their values back go. Answers the files of the sheets.
 */
export async function apagaImportacoes(tx: Tx, tabela: string, ids: readonly number[]): Promise<number[]> {
  const cadastro = captacao.registries.find(({ table }) => table === tabela);
  if (!cadastro || ids.length === 0) return [];
  await tx.query(sql`
    delete from edicoes_em_lote where cadastro = ${tabela}
      and jsonb_path_exists(registros || falhas, '$[*] ? (@.id == $ids[*])', jsonb_build_object('ids', ${JSON.stringify(ids)}::jsonb))`);
  return esvazia(
    tx,
    sql`
    deles as (
      select l.importacao_id, l.linha from importacao_linhas l join importacoes i on i.id = l.importacao_id
      where i.cadastro = ${`${captacao.id}/${cadastro.id}`} and (l.registro_id = any(${ids}::bigint[]) or l.existente_id = any(${ids}::bigint[]))),
    -- An import that was undone but for their row, and begun anew, does not know any more which row it was: all go.
    perdidas as (
      select l.importacao_id, l.linha from importacao_linhas l join importacoes i on i.id = l.importacao_id
      where i.cadastro = ${`${captacao.id}/${cadastro.id}`} and l.registro_id is null and l.importacao_id in (
        select substring(a.requisicao from '^importacao:(\\d{1,18})$')::bigint from auditoria a where a.tabela = ${tabela} and a.registro_id = any(${ids}::bigint[]))
        and l.importacao_id not in (select importacao_id from deles)),
    alvo as (select * from deles union select * from perdidas)`,
  );
}

/**
 * The same for rows with somebody's CPF or e-mail, as those of an import that was undone and came again. What other rows say of their
 * namesake goes, too: it comes anew when they are judged.
 */
export async function apagaImportacoesDe(tx: Tx, empresaId: number, { nome, cpf, email }: DaPlanilha): Promise<number[]> {
  const daEmpresa = sql`l.importacao_id in (select id from importacoes where empresa_id = ${empresaId} and cadastro like ${`${captacao.id}/%`})`;
  await tx.query(sql`
    update importacao_linhas l set avisos = null
    where ${daEmpresa} and l.avisos is not null and array_to_string(l.avisos, ' ') like ${containing(nome)}`);
  const celulas = [...(cpf === null ? [] : [cpf, CPF.format(cpf), Number(cpf)]), ...(email === null ? [] : [email])];
  if (celulas.length === 0) return [];
  return esvazia(
    tx,
    sql`alvo as (
      select l.importacao_id, l.linha from importacao_linhas l
      where ${daEmpresa} and l.celulas @> any(${celulas.map((celula) => JSON.stringify(celula))}::jsonb[]))`,
  );
}

/** Empties the rows that `alvo` names, and lets their sheets go; answers the files of these. */
async function esvazia(tx: Tx, alvo: Sql): Promise<number[]> {
  const planilhas = await tx.query<{ arquivo: number | null }>(sql`
    with ${alvo},
    linhas as (
      update importacao_linhas l set celulas = '[]', correcoes = null, falhas = null, entrada = null, pendentes = null, antes = null,
        chaves = null, novos = null, avisos = null, dias = null
      from alvo a where l.importacao_id = a.importacao_id and l.linha = a.linha),
    antes as (select id, arquivo_id as arquivo from importacoes where id in (select importacao_id from alvo)),
    inicios as (
      update importacoes i set arquivo_id = null, inicio = (
        select coalesce(jsonb_agg(case
          when exists (select from alvo a where a.importacao_id = i.id and a.linha = (x.linha->>'row')::int)
          then jsonb_set(x.linha, '{cells}', '[]') else x.linha end order by x.ordem), '[]')
        from jsonb_array_elements(i.inicio) with ordinality x(linha, ordem))
      where i.id in (select importacao_id from alvo))
    select arquivo from antes`);
  return planilhas.flatMap(({ arquivo }) => arquivo ?? []);
}
