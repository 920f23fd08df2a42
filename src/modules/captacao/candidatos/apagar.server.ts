import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { feitosAntes, travaImportacoes } from './apagar-importacoes.server.ts';
import { conhecidoPor } from './conhecidos.server.ts';
import { contasDe, registrosDe, removidosDe, vieramCom } from './contas.server.ts';
import { apagaGuardadosDaTrilha, comUnificados } from './unificados.server.ts';
import { criaVarredura, type QuemApaga, type Recibo } from './varredura.server.ts';
import { travaCandidaturas } from './visiveis.server.ts';

/** Whose rounds ask candidates. */
const AVALIACOES = 'captacao/avaliacoes';

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

/**
 * Mails and messages go that tell of the person, by what their senders said (`sobre`). Never by words or addresses: whoever registers chooses those,
 * and may have chosen somebody else's.
 */
async function apagaMensagens(tx: Tx, candidatos: readonly number[], contas: readonly number[]): Promise<void> {
  const sobre = [...candidatos.map((id) => `candidatos:${id}`), ...contas.map((id) => `contas_externas:${id}`)];
  await tx.query(sql`delete from emails where sobre && ${sobre}::text[]`);
  await tx.query(sql`delete from mensagens where sobre && ${sobre}::text[]`);
}
