import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { eraseFiles } from '#kit/files/erase.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { quote } from '#kit/registry/names.server.ts';

/** Whose rounds ask candidates. */
const AVALIACOES = 'captacao/avaliacoes';

interface Pessoa {
  empresaId: number;
  nome: string;
  nomeSocial: string | null;
  cpf: string | null;
  email: string | null;
  telefones: string[];
  contratado: boolean;
}

/** A foreign key: rows of `tabela` refer to rows of `alvo` by `coluna`. */
interface Chave {
  tabela: string;
  coluna: string;
  alvo: string;
  comId: boolean;
}

/**
 * Erases a candidate: the record, every row that hangs from it by a foreign key, files with their texts, the account with its
 * sessions, mails and messages, and what the trail tells. Numbers stay in `candidatos_apagados`; the trail keeps that a
 * candidate was erased.
 */
export async function apaga(tx: Tx, acting: Acting, candidatoId: number): Promise<void> {
  const pessoa = await tx.one<Pessoa>(sql`
    select empresa_id as "empresaId", nome, nome_social as "nomeSocial", cpf, email, contratado,
      array_remove(array[fone_celular, fone_fixo], null) as telefones
    from candidatos where id = ${candidatoId} and empresa_id = ${acting.empresaId} for update`);
  if (!pessoa) throw refuse.notFound();
  if (pessoa.contratado)
    throw new Refusal('CONTRATADO', 'Quem foi contratado não é apagado: a lei manda guardar o registro do vínculo.', 409);
  // Before the trail is emptied: the candidate may be who asks, by the portal, and no name stays.
  await acting.audit(tx, { table: 'candidatos', id: candidatoId, action: 'E', changes: {} });
  await guardaNumeros(tx, candidatoId);
  const contas = await contasDe(tx, candidatoId);
  const unificados = await tx.query<{ id: number }>(
    sql`select outro_id as id from candidatos_unificacoes where candidato_id = ${candidatoId}`,
  );
  await apagaRespostas(tx, candidatoId);
  const varredura = await criaVarredura(tx);
  await varredura.apaga('candidatos', [candidatoId]);
  await varredura.apagaDaLixeira('candidatos', [candidatoId, ...unificados.map(({ id }) => id)]);
  await varredura.apaga(
    'contas_externas',
    contas.map(({ id }) => id),
  );
  for (const { id } of contas) await apagaAutor(tx, id, varredura.arquivos);
  await apagaImportacoes(tx, [candidatoId, ...unificados.map(({ id }) => id)]);
  await apagaPalavras(tx, { ...pessoa, emails: [pessoa.email, ...contas.map(({ email }) => email)] }, candidatoId);
  await eraseFiles(tx, [...varredura.arquivos]);
}

interface Conta {
  id: number;
  email: string | null;
}

/** By the tie alone, never by the CPF, which somebody else may have typed. */
const contasDe = (tx: Tx, candidatoId: number) =>
  tx.query<Conta>(sql`
    select c.id, c.email from candidatos_contas l join contas_externas c on c.id = l.conta_id where l.candidato_id = ${candidatoId}`);

/** What the candidate answered: rounds refer to whom they ask by a text. */
const apagaRespostas = (tx: Tx, candidatoId: number) =>
  tx.query(sql`
    delete from rodadas r where r.dono = ${AVALIACOES}
      and exists (select from participacoes p where p.rodada_id = r.id and p.pessoa = 'candidatos:' || ${candidatoId}::bigint)`);

/** A row for each application, or one for somebody who never applied. */
const guardaNumeros = (tx: Tx, candidatoId: number) =>
  tx.query(sql`
    insert into candidatos_apagados (empresa_id, mes, solicitacao_id, etapa_seletiva_id, situacao, origem, fonte, como_ficou_sabendo_vaga_id)
    select c.empresa_id, date_trunc('month', coalesce(k.inscrita_em, c.atualizado_em, now()))::date, k.solicitacao_id, k.etapa_seletiva_id,
      k.situacao, k.origem, k.fonte, c.como_ficou_sabendo_vaga_id
    from candidatos c left join candidaturas k on k.candidato_id = c.id where c.id = ${candidatoId}`);

/** Follows the foreign keys of the day, so that tables that come later are reached too. */
async function criaVarredura(tx: Tx) {
  const chaves = await tx.query<Chave>(sql`
    select t.relname as tabela, a.attname as coluna, r.relname as alvo,
      exists (select from pg_attribute i where i.attrelid = t.oid and i.attname = 'id' and not i.attisdropped) as "comId"
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and array_length(c.conkey, 1) = 1 and t.relnamespace = 'public'::regnamespace
      and (c.confdeltype <> 'n' or r.relname = 'arquivos')`);
  const arquivos = new Set<number>();
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

  async function apaga(tabela: string, registros: readonly number[], acima: readonly string[] = []): Promise<void> {
    if (registros.length === 0) return;
    for (const chave of chaves) {
      if (chave.alvo !== tabela || chave.tabela === 'arquivos' || acima.includes(chave.tabela)) continue;
      const at = onde(chave.coluna, registros);
      if (chave.comId) await apaga(chave.tabela, await ids(chave.tabela, at), [...acima, tabela]);
      else {
        await anota(chave.tabela, at);
        await tx.query(sql`delete from ${raw(quote(chave.tabela))} where ${at}`);
      }
    }
    const at = onde('id', registros);
    await anota(tabela, at);
    const usados = await tx.query<{ id: number }>(
      sql`delete from arquivo_usos where tabela = ${tabela} and registro_id = any(${registros}::bigint[]) returning arquivo_id as id`,
    );
    for (const { id } of usados) arquivos.add(id);
    await tx.query(sql`delete from ${raw(quote(tabela))} where ${at}`);
    await apagaDaLixeira(tabela, registros);
  }

  /** Of records that are gone: what the bin and the trail hold. */
  async function apagaDaLixeira(tabela: string, registros: readonly number[]): Promise<void> {
    const campo = tabela === 'candidatos' ? 'candidato_id' : tabela === 'candidaturas' ? 'candidatura_id' : null;
    const dentro =
      campo === null
        ? sql`false`
        : sql`jsonb_path_exists(retrato, ${`$[*].linhas[*] ? (@.${campo} == $ids[*])`}::jsonpath, jsonb_build_object('ids', ${JSON.stringify(registros)}::jsonb))`;
    const removidos = await tx.query<{ id: number; tabela: string; registroId: number }>(sql`
      select id, tabela, registro_id as "registroId" from lixeira
      where (tabela = ${tabela} and registro_id = any(${registros}::bigint[])) or (tabela in (select tabelas_do_candidato()) and ${dentro})`);
    if (removidos.length > 0) {
      const entradas = removidos.map(({ id }) => id);
      await anota('lixeira_arquivos', onde('lixeira_id', entradas));
      await tx.query(sql`delete from lixeira where ${onde('id', entradas)}`);
      for (const removido of removidos) await trilha(removido.tabela, [removido.registroId]);
    }
    await trilha(tabela, registros);
  }

  /** What the trail tells goes; files that it names were the record's once, and may be waiting for the sweep. */
  async function trilha(tabela: string, registros: readonly number[]): Promise<void> {
    const antigos = await tx.query<{ id: number }>(sql`
      select distinct v::text::bigint as id from auditoria a, jsonb_path_query(a.mudancas, '$.** ? (exists (@.tamanho)).id') v
      where a.tabela = ${tabela} and a.registro_id = any(${registros}::bigint[]) and jsonb_typeof(v) = 'number'`);
    for (const { id } of antigos) arquivos.add(id);
    await tx.query(sql`select apaga_da_trilha(${tabela}, ${registros}::bigint[])`);
  }

  return { apaga, apagaDaLixeira, arquivos };
}

/** What the person did by the portal: names in the trail, tasks, files that no record took. */
async function apagaAutor(tx: Tx, conta: number, arquivos: Set<number>): Promise<void> {
  const externo = `candidatos:${conta}`;
  await tx.query(sql`select apaga_autor_da_trilha(${conta})`);
  await tx.query(sql`delete from tarefas where externo = ${externo}`);
  await tx.query(sql`delete from envios where externo = ${externo}`);
  for (const { id } of await tx.query<{ id: number }>(sql`select id from arquivos where externo = ${externo}`)) arquivos.add(id);
}

/** The rows of spreadsheets that brought the person, and edits of several that would bring the values back. */
async function apagaImportacoes(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(sql`
    update importacao_linhas l set celulas = '[]', correcoes = null, falhas = null, entrada = null, pendentes = null
    from importacoes i where i.id = l.importacao_id and i.cadastro = 'captacao/candidatos'
      and (l.registro_id = any(${ids}::bigint[]) or l.existente_id = any(${ids}::bigint[]))`);
  await tx.query(sql`
    delete from edicoes_em_lote where cadastro = 'captacao/candidatos'
      and jsonb_path_exists(registros, '$[*] ? (@.id == $ids[*])', jsonb_build_object('ids', ${JSON.stringify(ids)}::jsonb))`);
}

const APAGADO = '(apagado)';

/** Mails to the person go; in mails and messages of others the words that name the person are taken out. */
async function apagaPalavras(
  tx: Tx,
  pessoa: Pessoa & { emails: readonly (string | null)[] },
  candidatoId: number,
): Promise<void> {
  const { empresaId, nome, nomeSocial, cpf, telefones } = pessoa;
  const enderecos = [...new Set(pessoa.emails.filter((email) => email !== null))];
  // Mails about an account, and digests, are of no company.
  const daEmpresa = sql`(empresa_id = ${empresaId} or empresa_id is null)`;
  await tx.query(sql`delete from emails where ${daEmpresa} and lower(para) = any(select lower(unnest(${enderecos}::text[])))`);
  // One word alone names nobody, and would be taken out of other words.
  const nomes = [nome, nomeSocial].filter((texto): texto is string => texto?.trim().includes(' ') === true);
  const palavras = [...nomes, ...(cpf ? [cpf, CPF.format(cpf)] : []), ...enderecos, ...telefones];
  for (const palavra of palavras) {
    const padrao = palavra.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const sem = (coluna: string) => sql`${raw(coluna)} = regexp_replace(${raw(coluna)}, ${padrao}, ${APAGADO}, 'gi')`;
    await tx.query(sql`
      update emails set ${sem('assunto')}, ${sem('texto')}, ${sem('html')}
      where ${daEmpresa} and (assunto ~* ${padrao} or texto ~* ${padrao} or html ~* ${padrao})`);
    await tx.query(sql`
      update mensagens set ${sem('assunto')}, ${sem('texto')} where empresa_id = ${empresaId} and (assunto ~* ${padrao} or texto ~* ${padrao})`);
  }
  await tx.query(
    sql`update mensagens set link = null where empresa_id = ${empresaId} and link ~ ${`^/captacao/candidatos/${candidatoId}($|[/?#])`}`,
  );
}
