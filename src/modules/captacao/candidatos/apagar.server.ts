import { randomBytes } from 'node:crypto';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { eraseFiles } from '#kit/files/erase.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { quote } from '#kit/registry/names.server.ts';
import { forgetNamesInViews } from '#platform/visoes/forget.server.ts';
import type { quemApagou } from '../exclusoes/exclusoes-dados.registry.ts';
import { achaRemovidos, chavesDoDia, Linhas } from './achar-removidos.server.ts';
import { apagaAdmissoesDesfeitas } from './apagar-admissoes.server.ts';
import { apagaBuscasDe } from './apagar-buscas.server.ts';
import { apagaImportacoes, apagaImportacoesDe, feitosAntes, travaImportacoes } from './apagar-importacoes.server.ts';
import { type Conhecido, conhecidoPor, nomesInteiros, semOutros } from './conhecidos.server.ts';
import { contasDe, registrosDe, removidosDe, vieramCom } from './contas.server.ts';
import { apagaGuardadosDaTrilha, comUnificados } from './unificados.server.ts';
import { travaCandidaturas } from './visiveis.server.ts';

/** The list whose views may be called by a candidate. */
const LISTA = 'captacao/candidatos';
/** Whose rounds ask candidates. */
const AVALIACOES = 'captacao/avaliacoes';

/** By whom or what the data were erased: the candidate at the portal, HR, or the months of the company. */
export type QuemApaga = keyof typeof quemApagou;

export interface Recibo {
  protocolo: string;
  atendidoEm: Date;
}

/**
 * Erases a candidate: the record, every row that hangs from it by a foreign key, files with their texts, the account with its
 * sessions, mails and messages, and what the trail tells. Numbers stay in `candidatos_apagados`; the trail keeps that a
 * candidate was erased, and the receipt how much.
 */
export async function apaga(tx: Tx, acting: Acting, candidatoId: number, por: QuemApaga): Promise<Recibo> {
  await travaImportacoes(tx, acting.empresaId, [candidatoId]);
  return apagaCadastro(tx, acting, candidatoId, por);
}

/** The same by whoever has locked the imports. */
export async function apagaCadastro(tx: Tx, acting: Acting, candidatoId: number, por: QuemApaga): Promise<Recibo> {
  await travaCandidaturas(tx, [candidatoId]);
  const pessoa = await tx.one<{ contratado: boolean }>(
    sql`select contratado from candidatos where id = ${candidatoId} and empresa_id = ${acting.empresaId} for update`,
  );
  if (!pessoa) throw refuse.notFound();
  if (pessoa.contratado)
    throw new Refusal('CONTRATADO', 'Quem foi contratado não é apagado: a lei manda guardar o registro do vínculo.', 409);
  // Before the trail is emptied: the candidate may be who asks, by the portal, and no name stays.
  await acting.audit(tx, { table: 'candidatos', id: candidatoId, action: 'E', changes: {} });
  const candidaturas = await guardaNumeros(tx, candidatoId);
  const contas = await contasDe(tx, candidatoId);
  const juntos = await comUnificados(tx, [candidatoId]);
  const removidos = await comUnificados(tx, await removidosDe(tx, contas));
  const ids = [...juntos, ...removidos, ...(await feitosAntes(tx, juntos))];
  await apagaRespostas(tx, ids);
  const conhecido = await conhecidoPor(tx, ids, por === 'R');
  const varredura = await criaVarredura(tx, conhecido);
  await varredura.apagaDesfeitos(acting, ids);
  await tx.query(sql`select apaga_unificacoes_da_trilha(${ids}::bigint[])`);
  await apagaGuardadosDaTrilha(tx, candidatoId);
  await varredura.apaga('candidatos', [candidatoId]);
  await varredura.apagaVindos(await vieramCom(tx, contas));
  await varredura.apagaRemovidos(acting.empresaId, ids);
  await varredura.apagaContas(contas);
  await apagaMensagens(tx, ids, contas);
  await varredura.apagaDosNomes(acting);
  return varredura.recibo(acting, por, candidaturas);
}

/**
 * The same for whoever has an account: with every record that is or was theirs, the one that HR removed or merged into another as well, or with
 * the account alone while there is none.
 */
export async function apagaDaConta(tx: Tx, acting: Acting, contaId: number, por: QuemApaga = 'P'): Promise<Recibo> {
  const conta = await tx.one(
    sql`select 1 from contas_externas where id = ${contaId} and empresa_id = ${acting.empresaId} for update`,
  );
  if (!conta) throw refuse.notFound();
  const registros = await registrosDe(tx, acting.empresaId, contaId);
  await travaImportacoes(tx, acting.empresaId, registros);
  let recibo: Recibo | undefined;
  for (const id of registros) {
    const deste = await apagaCadastro(tx, acting, id, por);
    recibo ??= deste;
  }
  if (recibo) {
    // Whoever asks is the author of the lines of the later records, too.
    await tx.query(sql`select apaga_autor_da_trilha(${contaId})`);
    return recibo;
  }
  await acting.audit(tx, { table: 'contas_externas', id: contaId, action: 'E', changes: {} });
  return apagaSemRegistro(tx, acting, { removidos: await removidosDe(tx, [contaId]), contas: [contaId] }, por);
}

/** The same for a candidate who was removed and left the bin, and whom no account reaches, by whoever has locked the imports. */
export async function apagaRemovido(tx: Tx, acting: Acting, candidatoId: number, por: QuemApaga): Promise<Recibo> {
  await acting.audit(tx, { table: 'candidatos', id: candidatoId, action: 'E', changes: {} });
  return apagaSemRegistro(tx, acting, { removidos: [candidatoId], contas: [] }, por);
}

/** Accounts without a record, and what is left of records that are not there. */
async function apagaSemRegistro(
  tx: Tx,
  acting: Acting,
  { removidos, contas }: { removidos: readonly number[]; contas: readonly number[] },
  por: QuemApaga,
): Promise<Recibo> {
  const ids = await comUnificados(tx, removidos);
  const conhecido = await conhecidoPor(tx, ids, por === 'R');
  await apagaRespostas(tx, ids);
  const varredura = await criaVarredura(tx, conhecido);
  await varredura.apagaDesfeitos(acting, ids);
  await tx.query(sql`select apaga_unificacoes_da_trilha(${ids}::bigint[])`);
  await varredura.apagaVindos(await vieramCom(tx, contas));
  await varredura.apagaRemovidos(acting.empresaId, ids);
  await varredura.apagaContas(contas);
  await apagaMensagens(tx, ids, contas);
  await varredura.apagaDosNomes(acting);
  return varredura.recibo(acting, por, 0);
}

/** Erases an account of the portal that has no record, unasked: there is nobody to give a receipt to. */
export async function apagaConta(tx: Tx, contaId: number): Promise<void> {
  const varredura = await criaVarredura(tx, await conhecidoPor(tx, [], false));
  await varredura.apagaContas([contaId]);
  await apagaMensagens(tx, [], [contaId]);
  await varredura.apagaArquivos();
}

/**
 * What was answered by candidates, also before they were merged or removed: rounds refer to whom they ask by a text. What stands in a record is that record's,
 * whoever answered it.
 */
const apagaRespostas = (tx: Tx, candidatos: readonly number[]) =>
  tx.query(sql`
    delete from rodadas r where r.dono = ${AVALIACOES} and (
      r.dono_id in (select a.id from avaliacoes_candidatos a join candidaturas k on k.id = a.candidatura_id where k.candidato_id = any(${[...candidatos]}::bigint[]))
      or r.id in (select p.rodada_id from participacoes p where p.pessoa = any(${candidatos.map((id) => `candidatos:${id}`)}::text[]))
        and not exists (select from avaliacoes_candidatos a where a.id = r.dono_id and a.candidatura_id is not null))`);

/**
 * A row for each application, or one for somebody who never applied; answers how many applications there were. A source that hardly anybody else
 * has is what a visitor typed.
 */
async function guardaNumeros(tx: Tx, candidatoId: number): Promise<number> {
  const guardados = await tx.query<{ solicitacaoId: number | null }>(sql`
    insert into candidatos_apagados (empresa_id, mes, solicitacao_id, etapa_seletiva_id, situacao, origem, fonte, como_ficou_sabendo_vaga_id)
    select c.empresa_id, date_trunc('month', hoje(coalesce(k.inscrita_em, c.atualizado_em, now())))::date, k.solicitacao_id, k.etapa_seletiva_id,
      k.situacao, k.origem, case when (
        select count(*) from candidaturas o where o.solicitacao_id = k.solicitacao_id and o.fonte = k.fonte and o.candidato_id <> c.id) > 1 then k.fonte end,
      c.como_ficou_sabendo_vaga_id
    from candidatos c left join candidaturas k on k.candidato_id = c.id where c.id = ${candidatoId} returning solicitacao_id as "solicitacaoId"`);
  return guardados.filter(({ solicitacaoId }) => solicitacaoId !== null).length;
}

/** Follows the foreign keys of the day, so that tables that come later are reached too. */
async function criaVarredura(tx: Tx, conhecido: Conhecido) {
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
      select distinct v::text::bigint as id from auditoria a, jsonb_path_query(a.mudancas, '$.** ? (exists (@.tamanho)).id') v
      where a.tabela = ${tabela} and a.registro_id = any(${registros}::bigint[]) and jsonb_typeof(v) = 'number'`);
    for (const { id } of antigos) arquivos.add(id);
    await tx.query(sql`select apaga_da_trilha(${tabela}, ${registros}::bigint[])`);
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
    for (const [tabela, deles] of citados) await tx.query(sql`select apaga_da_trilha(${tabela}, ${[...deles]}::bigint[])`);
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

/**
 * Mails and messages go that tell of the person, by what their senders said (`sobre`). Never by words or addresses: whoever registers chooses those,
 * and may have chosen somebody else's.
 */
async function apagaMensagens(tx: Tx, candidatos: readonly number[], contas: readonly number[]): Promise<void> {
  const sobre = [...candidatos.map((id) => `candidatos:${id}`), ...contas.map((id) => `contas_externas:${id}`)];
  await tx.query(sql`delete from emails where sobre && ${sobre}::text[]`);
  await tx.query(sql`delete from mensagens where sobre && ${sobre}::text[]`);
}
