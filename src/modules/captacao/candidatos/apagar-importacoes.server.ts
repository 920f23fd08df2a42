import sql, { join, raw, type Sql } from 'sql-template-tag';
import { fold } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { type Batch, holdNewBatches } from '#kit/import/batch.server.ts';
import { countResults } from '#kit/import/judge.server.ts';
import { forgetMemory } from '#kit/import/memory.server.ts';
import { quote } from '#kit/registry/names.server.ts';
import { captacao } from '../module.ts';
import { candidatos } from './candidatos.registry.ts';
import { type Conhecido, nomesInteiros } from './conhecidos.server.ts';
import { nomesDoHomonimo } from './homonimos.server.ts';
import { nomesDaDuvida } from './outras-vagas.server.ts';
import { comUnificados } from './unificados.server.ts';

/** The list of the sheets that make candidates. */
const DELES = `${captacao.id}/${candidatos.id}`;

/** Over row `l` of import `i`: whether a field of it is one of some texts, or not told. */
const diria = (campo: string, textos: readonly string[]): Sql => sql`
  coalesce(nullif(dobra(coalesce(l.correcoes ->> ${campo}, (
    select l.celulas ->> (c.n - 1)::int from jsonb_array_elements(i.colunas) with ordinality c(coluna, n) where c.coluna ->> 'campo' = ${campo} limit 1))), '')
    = any(${textos.map(fold)}::text[]), true)`;

/**
 * Locks imports before any record, as whoever applies one does: all that nobody writes now, and of those that are being written the sheets of
 * candidates that name one of these people as they are called now, and every other list. Imports that are being judged keep nothing that they
 * have found before the erasure, and none begins until its end.
 */
export async function travaImportacoes(tx: Tx, empresaId: number, candidatoIds: readonly number[]): Promise<void> {
  await holdNewBatches(tx, empresaId, captacao.id);
  const juntos = await comUnificados(tx, candidatoIds);
  await tx.query(sql`
    with eles as materialized (select unnest(${juntos}::bigint[]) as id),
    dados as materialized (
      select coalesce(array_agg(x) filter (where x is not null), '{}') as deles from candidatos c, unnest(array[c.cpf, lower(c.email)]) x
      where c.id in (select id from eles))
    select from importacoes i
    where i.empresa_id = ${empresaId} and i.cadastro like ${`${captacao.id}/%`} and (
      i.estado not in ('aplicando', 'desfazendo') or i.cadastro <> ${DELES} or exists (
        select from importacao_linhas l where l.importacao_id = i.id and (l.dados && (select deles from dados)
          or exists (select from eles e where e.id in (l.registro_id, l.existente_id, l.registro_antes_id)))))
    order by i.id for no key update of i`);
  await tx.query(sql`
    update importacoes set apagamentos = apagamentos + 1
    where empresa_id = ${empresaId} and cadastro like ${`${captacao.id}/%`} and estado = 'analisando'`);
}

/**
 * Of imports that brought records of a table or changed them, their rows are emptied and the sheets are let go, so that nobody reads them in again. Edits of
 * several lose what would bring their values back. Rows that have only found a candidate, by a CPF that anybody may have typed, stay unless HR erases, or has
 * confirmed the account; then those that would tell of another name or e-mail than the record's are still somebody else's.
 * Answers the files of the sheets.
 */
export async function apagaImportacoes(
  tx: Tx,
  tabela: string,
  ids: readonly number[],
  { ditos, escolhido, conferido }: Pick<Conhecido, 'ditos' | 'escolhido' | 'conferido'>,
): Promise<number[]> {
  const cadastro = captacao.registries.find(({ table }) => table === tabela);
  if (!cadastro || ids.length === 0) return [];
  const semEles = (lista: Sql): Sql =>
    sql`jsonb_path_query_array(${lista}, '$[*] ? (!(@.id == $ids[*]))', jsonb_build_object('ids', ${JSON.stringify(ids)}::jsonb))`;
  await tx.query(sql`
    update edicoes_em_lote set registros = ${semEles(sql`registros`)}, falhas = ${semEles(sql`falhas`)}
    where cadastro = ${tabela} and jsonb_path_exists(registros || falhas, '$[*] ? (@.id == $ids[*])', jsonb_build_object('ids', ${JSON.stringify(ids)}::jsonb))`);
  const sobreEles =
    escolhido || tabela !== candidatos.table
      ? sql`true`
      : conferido
        ? sql`${diria('nome', ditos.nomes)} and ${diria('email', ditos.emails)}`
        : sql`false`;
  return esvazia(
    tx,
    sql`alvo as (
      select l.importacao_id, l.linha from importacao_linhas l join importacoes i on i.id = l.importacao_id
      where i.cadastro = ${`${captacao.id}/${cadastro.id}`}
        and (l.registro_id = any(${ids}::bigint[]) or l.registro_antes_id = any(${ids}::bigint[]) or (l.existente_id = any(${ids}::bigint[]) and ${sobreEles})))`,
  );
}

/** Whether one of the texts of an array is among others; `&&` would compare each with each, and the others may be tens of thousands. */
const tem = (textos: Sql, outros: readonly string[]): Sql =>
  sql`exists (select from unnest(${textos}) d where d = any(${outros}::text[]))`;

/** Over the cells of a JSON: whether one of them says a CPF or an e-mail of somebody. */
const diz = (json: Sql, dados: readonly string[]): Sql => tem(sql`dados_de_pessoas(${json})`, dados);

/** Over a row of the beginning of import `i`: whether it stays, as that of a record that stands. */
const fica = (linha: Sql): Sql =>
  sql`exists (select from importacao_linhas l where l.importacao_id = i.id and l.linha = (${linha} ->> 'row')::int and not l.apagada)`;

/** Records that rows of sheets made before their import was undone, and that are gone: the same rows made these candidates. */
export async function feitosAntes(tx: Tx, candidatoIds: readonly number[]): Promise<number[]> {
  const antes = await tx.query<{ id: number }>(sql`
    select distinct l.registro_antes_id as id from importacao_linhas l join importacoes i on i.id = l.importacao_id
    where i.cadastro = ${DELES} and l.registro_id = any(${[...candidatoIds]}::bigint[]) and l.registro_antes_id is not null
      and not exists (select from candidatos c where c.id = l.registro_antes_id)`);
  return antes.map(({ id }) => id);
}

/** Over row `l` of import `i`: whether it neither made, changed nor found a record that stands. */
const SOLTA = sql`not (${join(
  captacao.registries.map(
    ({ id, table }) => sql`i.cadastro = ${`${captacao.id}/${id}`} and exists (
      select from ${raw(quote(table))} t where t.id in (l.registro_id, l.existente_id, l.registro_antes_id))`,
  ),
  ' or ',
)})`;

/** What a sheet is called that was called by somebody. */
const SEM_NOME = 'Planilha';
const palavras = (texto: string): string =>
  fold(texto)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a text has a whole name of two words or more; however many names there are, it takes the time of the text. */
function temNome(texto: string, nomes: ReadonlySet<string>): boolean {
  const ditas = palavras(texto).split(' ');
  return ditas.some((primeira, em) => {
    let junto = primeira;
    return ditas.slice(em + 1).some((outra) => {
      junto += ` ${outra}`;
      return nomes.has(junto);
    });
  });
}

/** Sheets that are called by a whole name, among other words or alone, lose it; also those that stay. */
async function apagaNomesDePlanilhas(tx: Tx, daEmpresa: Sql, inteiros: readonly string[]): Promise<void> {
  const nomes = new Set(inteiros.map(palavras));
  const pausa = inSteps();
  for await (const algumas of tx.stream<{ id: number; nome: string }>(
    sql`select i.id, i.nome from importacoes i where ${daEmpresa}`,
  )) {
    const delas: number[] = [];
    for (const { id, nome } of algumas) {
      if (temNome(nome, nomes)) delas.push(id);
      await pausa();
    }
    if (delas.length > 0)
      await tx.query(sql`
        with delas as (update importacoes set nome = ${SEM_NOME} where id = any(${delas}::bigint[]) returning arquivo_id)
        update arquivos a set nome = ${SEM_NOME} || coalesce(substring(a.nome from '\\.[A-Za-z0-9]+$'), '') from delas d where a.id = d.arquivo_id`);
  }
}

interface Cabeca {
  arquivo: number | null;
  cadastro: string;
  colunas: Batch['colunas'];
  /** whether the titles tell of the person */
  titulos: boolean;
}

/**
 * The same for rows with somebody's CPF or e-mail, in the file or typed over it, as those of an import that was undone and came again; not for
 * those of a record that stands, which somebody else's word does not empty. A sheet that goes takes its name with it. What other rows say of their namesake goes, too: it comes anew when
 * they are judged. A sheet without titles has its first person for titles. After the own records went. Answers the files of the sheets, and the
 * candidates that these rows made and that are gone (`antigos`).
 */
export async function apagaImportacoesDe(
  tx: Tx,
  empresaId: number,
  pessoa: Conhecido,
): Promise<{ arquivos: number[]; antigos: number[] }> {
  const daEmpresa = sql`i.empresa_id = ${empresaId} and i.cadastro like ${`${captacao.id}/%`}`;
  const avisadas = await tx.query<{ id: number }>(sql`
    select i.id from importacoes i where ${daEmpresa} and exists (
      select from importacao_linhas l where l.importacao_id = i.id and l.avisos is not null) order by i.id`);
  for (const { id } of avisadas)
    await escreveLinhas(
      tx,
      sql`
        select importacao_id, linha from importacao_linhas where importacao_id = ${id} and avisos is not null and exists (
          select from unnest(avisos) a, lateral (${nomesDoHomonimo(sql`a`)} union all ${nomesDaDuvida(sql`a`)}) n where n.nome = any(${pessoa.ditos.nomes}::text[]))`,
      (linhas) => sql`update importacao_linhas r set avisos = null where ${linhas}`,
    );
  await apagaNomesDePlanilhas(tx, daEmpresa, nomesInteiros(pessoa));
  const dados = [...pessoa.cpfs, ...pessoa.emails];
  if (dados.length === 0) return { arquivos: [], antigos: [] };
  // Each is looked up in the index, however many they are.
  const ditas = sql`
    from unnest(${dados}::text[]) d, lateral (select * from importacao_linhas where dados @> array[d] offset 0) l
    join importacoes i on i.id = l.importacao_id where ${daEmpresa} and ${SOLTA}`;
  const antigos = await tx.query<{ id: number }>(sql`
    select distinct x.id from (select i.cadastro, l.registro_id, l.registro_antes_id ${ditas}) l, unnest(array[l.registro_id, l.registro_antes_id]) x(id)
    where l.cadastro = ${DELES} and x.id is not null`);
  const planilhas = await esvazia(tx, sql`alvo as (select distinct l.importacao_id, l.linha ${ditas})`);
  const arquivos = [...planilhas];
  const iniciadas = await tx.query<{ id: number }>(
    sql`select i.id from importacoes i where ${daEmpresa} and ${tem(sql`i.dados`, dados)} order by i.id`,
  );
  for (const { id } of iniciadas) {
    const cabeca = await tx.one<Cabeca>(apagaInicio(id, dados));
    if (cabeca?.titulos) await forgetMemory(tx, { empresaId, cadastro: cabeca.cadastro, colunas: cabeca.colunas });
    if (cabeca?.arquivo) arquivos.push(cabeca.arquivo);
  }
  return { arquivos, antigos: antigos.map(({ id }) => id) };
}

/** Takes titles and first rows of an import that say a CPF or an e-mail of somebody; answers what it had, if it had such. An import at a time: its cells are read thrice. */
const apagaInicio = (importacaoId: number, dados: readonly string[]): Sql => sql`
  with antes as (
    select i.id, i.arquivo_id as arquivo, i.cadastro, i.colunas, ${diz(sql`i.colunas`, dados)} as titulos from importacoes i
    where i.id = ${importacaoId} and (${diz(sql`i.colunas`, dados)} or exists (
      select from jsonb_array_elements(i.inicio) x(dela) where ${diz(sql`x.dela -> 'cells'`, dados)} and not ${fica(sql`x.dela`)}))),
  depois as (
    update importacoes i set arquivo_id = null, nome = ${SEM_NOME},
      colunas = case when a.titulos then (
        select jsonb_agg(jsonb_build_object('coluna', 'Coluna ' || x.ordem, 'campo', x.coluna -> 'campo') order by x.ordem)
        from jsonb_array_elements(i.colunas) with ordinality x(coluna, ordem)) else i.colunas end,
      inicio = (
        select coalesce(jsonb_agg(case when ${diz(sql`n.linha -> 'cells'`, dados)} and not ${fica(sql`n.linha`)} then jsonb_set(n.linha, '{cells}', '[]') else n.linha end order by n.ordem), '[]')
        from jsonb_array_elements(i.inicio) with ordinality n(linha, ordem))
    from antes a where a.id = i.id)
  select arquivo, cadastro, colunas, titulos from antes`;

/** Empties the rows that `alvo` names, and lets their sheets go; answers the files of these. */
async function esvazia(tx: Tx, alvo: Sql): Promise<number[]> {
  // The imports before their rows, as whoever judges them does; then what was written meanwhile is seen.
  await tx.query(
    sql`select from importacoes where id in (with ${alvo} select importacao_id from alvo) order by id for no key update`,
  );
  const vazias = await escreveLinhas(
    tx,
    sql`with ${alvo} select importacao_id, linha from alvo`,
    (linhas) => sql`
      with sem_rotulos as (delete from importacao_rotulos r where ${linhas})
      update importacao_linhas r set apagada = true, celulas = '[]', correcoes = null, falhas = null, entrada = null, pendentes = null, antes = null,
        chaves = null, novos = null, avisos = null, dias = null, existente_id = null
      where ${linhas}`,
  );
  const arquivos: number[] = [];
  for (const id of vazias) {
    const { julgada, arquivo } = await tx.only<{ julgada: boolean; arquivo: number | null }>(sql`
      with inicios as (
        update importacoes i set arquivo_id = null, nome = ${SEM_NOME}, inicio = (
          select coalesce(jsonb_agg(case
            when exists (select from importacao_linhas l where l.importacao_id = i.id and l.linha = (x.linha ->> 'row')::int and l.apagada)
            then jsonb_set(x.linha, '{cells}', '[]') else x.linha end order by x.ordem), '[]')
          from jsonb_array_elements(i.inicio) with ordinality x(linha, ordem))
        where i.id = ${id})
      select estado <> 'analisando' as julgada, arquivo_id as arquivo from importacoes where id = ${id}`);
    // A judgement counts at its end.
    if (julgada) await countResults(tx, { id });
    if (arquivo !== null) arquivos.push(arquivo);
  }
  return arquivos;
}

/** Rows that one statement writes: it takes seconds at most, whatever hangs from them. */
const DE_UMA_VEZ = 20_000;

/** Writes the rows that `quais` finds, import by import, however many they are; answers the imports. `escreve` gets the condition for rows `r`. */
async function escreveLinhas(tx: Tx, quais: Sql, escreve: (linhas: Sql) => Sql): Promise<Set<number>> {
  const importacoes = new Set<number>();
  for await (const partes of tx.stream<{ id: number; linhas: number[] }>(sql`
    select importacao_id as id, array_agg(linha) as linhas from (${quais}) q group by importacao_id, linha / ${DE_UMA_VEZ}::int order by importacao_id`))
    for (const { id, linhas } of partes) {
      importacoes.add(id);
      await tx.query(escreve(sql`r.importacao_id = ${id} and r.linha = any(${linhas}::int[])`));
    }
  return importacoes;
}
