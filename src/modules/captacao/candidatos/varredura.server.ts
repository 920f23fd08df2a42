import { randomBytes } from 'node:crypto';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { eraseFiles } from '#kit/files/erase.server.ts';
import { quote } from '#kit/registry/names.server.ts';
import { forgetNamesInViews } from '#platform/visoes/forget.server.ts';
import type { quemApagou } from '../exclusoes/exclusoes-dados.registry.ts';
import { achaRemovidos, chavesDoDia, Linhas } from './achar-removidos.server.ts';
import { apagaAdmissoesDesfeitas } from './apagar-admissoes.server.ts';
import { apagaBuscasDe } from './apagar-buscas.server.ts';
import { apagaImportacoes, apagaImportacoesDe } from './apagar-importacoes.server.ts';
import { type Conhecido, nomesInteiros, semOutros } from './conhecidos.server.ts';
import { apagaDaTrilha, arquivosDitos } from './ditas.server.ts';

/** The list whose views may be called by a candidate. */
const LISTA = 'captacao/candidatos';

/** By whom or what the data were erased: the candidate at the portal, HR, or the months of the company. */
export type QuemApaga = keyof typeof quemApagou;

export interface Recibo {
  protocolo: string;
  atendidoEm: Date;
}

/** Follows the foreign keys of the day, so that tables that come later are reached too. */
export async function criaVarredura(tx: Tx, conhecido: Conhecido) {
  const chaves = await chavesDoDia(tx);
  const arquivos = new Set<number>();
  const acabados = new Linhas();
  let registros = 0;
  const onde = (coluna: string, ids: readonly number[]): Sql => sql`${raw(quote(coluna))} = any(${ids}::bigint[])`;
  const ids = async (tabela: string, at: Sql, coluna = 'id') =>
    (
      await tx.query<{ id: number }>(
        sql`select distinct ${raw(quote(coluna))} as id from ${raw(quote(tabela))} where ${at} and ${raw(quote(coluna))} is not null`,
      )
    ).map(({ id }) => id);

  /** The files that rows refer to; they are looked at again once the rows are gone. */
  async function anota(tabela: string, at: Sql): Promise<void> {
    for (const { coluna } of chaves.filter((chave) => chave.tabela === tabela && chave.alvo === 'arquivos'))
      for (const id of await ids(tabela, at, coluna)) arquivos.add(id);
  }

  async function remove(tabela: string, at: Sql): Promise<void> {
    const { n } = await tx.only<{ n: number }>(
      sql`with x as (delete from ${raw(quote(tabela))} where ${at} returning 1) select count(*)::int as n from x`,
    );
    registros += n;
  }

  async function apaga(tabela: string, quais: readonly number[], acima: readonly string[] = []): Promise<void> {
    if (quais.length === 0) return;
    for (const chave of chaves) {
      if (chave.alvo !== tabela || chave.tabela === 'arquivos' || acima.includes(chave.tabela)) continue;
      const at = onde(chave.coluna, quais);
      if (chave.comId) await apaga(chave.tabela, await ids(chave.tabela, at), [...acima, tabela]);
      else {
        await anota(chave.tabela, at);
        await remove(chave.tabela, at);
      }
    }
    const at = onde('id', quais);
    await anota(tabela, at);
    const usados = await tx.query<{ id: number }>(
      sql`delete from arquivo_usos where tabela = ${tabela} and registro_id = any(${quais}::bigint[]) returning arquivo_id as id`,
    );
    for (const { id } of usados) arquivos.add(id);
    await remove(tabela, at);
    await apagaDaLixeira(tabela, quais);
  }

  /** Of records that are gone: what the bin and the trail hold. */
  async function apagaDaLixeira(tabela: string, registros: readonly number[]): Promise<void> {
    for (const id of registros) acabados.soma(tabela, id);
    await tiraDaLixeira(sql`tabela = ${tabela} and registro_id = any(${registros}::bigint[])`);
    await trilha(tabela, registros);
  }

  /** What came with a merge of two people, once HR has taken it out of the other's record. */
  async function apagaVindos(linhas: readonly { tabela: string; ids: number[] }[]): Promise<void> {
    for (const { tabela, ids: vindos } of linhas) {
      const ainda = new Set(await ids(tabela, onde('id', vindos)));
      await apagaDaLixeira(
        tabela,
        vindos.filter((id) => !ainda.has(id)),
      );
    }
  }

  async function tiraDaLixeira(at: Sql): Promise<void> {
    const entradas = await ids('lixeira', at);
    if (entradas.length === 0) return;
    await anota('lixeira_arquivos', onde('lixeira_id', entradas));
    await tx.query(sql`delete from lixeira where ${onde('id', entradas)}`);
  }

  /** What the trail and the rows of spreadsheets tell goes; files that the trail names were the record's once, and may be waiting for the sweep. */
  async function trilha(tabela: string, registros: readonly number[]): Promise<void> {
    const antigos = await tx.query<{ id: number }>(sql`
      select distinct v::text::bigint as id from (${arquivosDitos(sql`a.tabela = ${tabela} and a.registro_id = any(${registros}::bigint[])`)}) a
      where jsonb_typeof(v) = 'number'`);
    for (const { id } of antigos) arquivos.add(id);
    await apagaDaTrilha(tx, tabela, registros);
    for (const id of await apagaImportacoes(tx, tabela, registros, conhecido)) arquivos.add(id);
  }

  /** Sheets, views and searches that name the person, where nothing else leads from them to the person; once the records are gone. */
  async function apagaDosNomes(acting: Acting): Promise<void> {
    const { empresaId } = acting;
    const soDela = await semOutros(tx, empresaId, conhecido);
    const delas = await apagaImportacoesDe(tx, empresaId, soDela);
    for (const id of delas.arquivos) arquivos.add(id);
    if (delas.antigos.length > 0) await apagaRemovidos(empresaId, delas.antigos);
    await forgetNamesInViews(tx, empresaId, [LISTA], nomesInteiros(soDela));
    await apagaBuscasDe(tx, acting, soDela);
  }

  /** What only rows and lines that go with candidates know of; before these go. */
  async function apagaDesfeitos(acting: Acting, candidatos: readonly number[]): Promise<void> {
    for (const id of await apagaAdmissoesDesfeitas(tx, acting, candidatos)) arquivos.add(id);
  }

  /** Candidates that are gone, with what hung from them and from all that went, and was removed before. */
  async function apagaRemovidos(empresaId: number, candidatos: readonly number[]): Promise<void> {
    await apagaDaLixeira('candidatos', candidatos);
    const { entradas, removidos, citados } = await achaRemovidos(tx, empresaId, chaves, acabados);
    await tiraDaLixeira(onde('id', entradas));
    for (const [tabela, deles] of removidos) await trilha(tabela, [...deles]);
    for (const [tabela, deles] of citados) await apagaDaTrilha(tx, tabela, [...deles]);
  }

  /** Accounts with what was done by them: names in the trail, tasks, files that no record took. */
  async function apagaContas(contas: readonly number[]): Promise<void> {
    await apaga('contas_externas', contas);
    for (const conta of contas) {
      const externo = `candidatos:${conta}`;
      await tx.query(sql`select apaga_autor_da_trilha(${conta})`);
      await tx.query(sql`delete from tarefas where externo = ${externo}`);
      await tx.query(sql`delete from envios where externo = ${externo}`);
      for (const { id } of await tx.query<{ id: number }>(sql`select id from arquivos where externo = ${externo}`))
        arquivos.add(id);
    }
  }

  /** The end: files go if nothing else refers to them; answers how many. */
  const apagaArquivos = () => eraseFiles(tx, [...arquivos]);

  /** The receipt, whose number leads to nobody, says how much went. */
  async function recibo(acting: Acting, por: QuemApaga, candidaturas: number): Promise<Recibo> {
    const protocolo = `${acting.today.replaceAll('-', '')}-${randomBytes(4).toString('hex').toUpperCase()}`;
    const apagados = await apagaArquivos();
    const { atendidoEm } = await tx.only<{ atendidoEm: Date }>(sql`
      insert into pedidos_titulares (empresa_id, protocolo, atendido_em, origem, responsavel, candidaturas, registros, arquivos)
      values (${acting.empresaId}, ${protocolo}, now(), ${por}, ${por === 'R' ? acting.usuarioNome : null}, ${candidaturas}, ${registros}, ${apagados})
      returning atendido_em as "atendidoEm"`);
    return { protocolo, atendidoEm };
  }

  return { apaga, apagaDosNomes, apagaDesfeitos, apagaVindos, apagaRemovidos, apagaContas, apagaArquivos, recibo };
}
