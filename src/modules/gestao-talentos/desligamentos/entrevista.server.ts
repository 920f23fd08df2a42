import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { faultsLast, type InParts } from '#kit/jobs/faults-last.server.ts';
import { titled } from '#kit/jobs/jobs.server.ts';
import { runSoon } from '#kit/jobs/schedule.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import type { Definicao } from '#platform/questionario/definition.ts';
import { withIds } from '#platform/questionario/edits.ts';
import { fromSlots } from '#platform/questionario/evaluate.ts';
import { openRound, roundOf } from '#platform/questionario/rounds.server.ts';
import { ticketFor } from '#platform/questionario/tickets.server.ts';
import { editVersion, versionOf } from '#platform/questionario/versions.server.ts';
import { countLetter, isWithin } from '#platform/session/throttle.server.ts';
import { cabeMaisUmaCarta } from '../talentos/carta.server.ts';
import { pessoaDe } from '../talentos/quem.server.ts';
import { conviteParaEntrevista } from './desligamentos.messages.ts';
import { modelosEntrevistaDesligamento } from './modelos-entrevista-desligamento.registry.ts';
import { asEngineAsks, faltasNoMotor, type Pergunta } from './perguntas.rules.ts';

/** The registry under which the engine knows exit interviews: a round for each dismissal. */
export const DESLIGAMENTOS = 'gestao-talentos/desligamentos';
const MODELOS = 'gestao-talentos/modelos-entrevista-desligamento';

/** Sends the links of interviews that confirmed dismissals asked for. */
export const ENTREVISTAS = 'gestao-talentos.entrevistas';

export const modelosEntrevistaHooks = hooksFor(modelosEntrevistaDesligamento, {
  async beforeRemove(tx, { before }) {
    const usado = await tx.one(sql`
      select from rodadas r join questionario_versoes v on v.id = r.versao_id
      where r.dono = ${DESLIGAMENTOS} and v.dono = ${MODELOS} and v.dono_id = ${before.id} limit 1`);
    if (usado)
      throw new Refusal(
        'MODELO_USADO',
        'Este modelo já foi usado em entrevistas e não pode ser excluído. Marque-o como inativo.',
        409,
      );
  },
});

/** The same whatever their numbers are. */
const semIds = ({ perguntas }: Definicao): string =>
  JSON.stringify(
    perguntas.map(({ id: _id, respostas, ...outros }) => ({ ...outros, respostas: respostas.map(({ texto }) => texto) })),
  );

/** The questions of a model as they stand now, in a version of the engine; what was asked before stays as it was asked. */
async function versiona(tx: Tx, acting: Acting, modeloId: number): Promise<void> {
  const linhas = await tx.query<Pergunta>(sql`
    select texto, tipo, opcoes, nota_minima::float8 as "notaMinima", nota_maxima::float8 as "notaMaxima", exigir_comentario as "exigirComentario", comentario
    from modelos_entrevista_desligamento_perguntas where registro_id = ${modeloId} order by ordem, id`);
  const [falta] = faltasNoMotor(linhas);
  if (falta)
    throw new Refusal(
      'MODELO_IMPOSSIVEL',
      `O modelo da entrevista não pode ser perguntado como está. ${falta.message}. Corrija o modelo, ou escolha outro.`,
    );
  await editVersion(tx, acting, { empresaId: acting.empresaId, dono: MODELOS, donoId: modeloId }, (antes) => {
    const { feito, proximoId } = withIds(antes, (id) => linhas.map((linha) => asEngineAsks(linha, id)));
    const agora = { ...antes, perguntas: feito, proximoId };
    return semIds(agora) === semIds(antes) ? antes : agora;
  });
}

export interface Desligamento {
  id: number;
  colaboradorId: number;
}

/** The participation of a leaver in their interview; undefined: they were not asked. */
export const solicitada = (db: Queryable, desligamentoId: number) =>
  db.one<{ id: number; estado: 'N' | 'P' | 'R'; versaoId: number; modeloId: number }>(sql`
    select p.id, p.estado, v.id as "versaoId", v.dono_id as "modeloId"
    from participacoes p join rodadas r on r.id = p.rodada_id join questionario_versoes v on v.id = r.versao_id
    where r.dono = ${DESLIGAMENTOS} and r.dono_id = ${desligamentoId}`);

/**
 * Asks a leaver by a model; answers their participation. Whoever was asked before stays asked, by another model only while they have
 * not begun.
 */
export async function perguntaAQuemSai(tx: Tx, acting: Acting, desligamento: Desligamento, modeloId: number): Promise<number> {
  const antes = await solicitada(tx, desligamento.id);
  if (antes && antes.modeloId === modeloId) return antes.id;
  if (antes && antes.estado !== 'N')
    throw refuse.invalid([{ field: 'modelo', message: 'A entrevista já foi começada com outro modelo.' }]);
  const modelo = await tx.one<{ titulo: string; ativa: boolean }>(sql`
    select titulo, ativa from modelos_entrevista_desligamento where id = ${modeloId} and empresa_id = ${acting.empresaId}`);
  if (!modelo) throw refuse.invalid([{ field: 'modelo', message: 'O registro selecionado não existe' }]);
  if (!modelo.ativa) throw refuse.invalid([{ field: 'modelo', message: 'Este modelo de entrevista está inativo.' }]);
  if (antes) await deixaDeEntrevistar(tx, desligamento.id);
  await versiona(tx, acting, modeloId);
  await openRound(tx, acting, {
    empresaId: acting.empresaId,
    dono: DESLIGAMENTOS,
    donoId: desligamento.id,
    versaoDe: { dono: MODELOS, donoId: modeloId },
    titulo: modelo.titulo,
    modo: 'I',
    minimo: 3,
    dimensoes: [],
    ate: null,
    participantes: sql`select ${pessoaDe(desligamento.colaboradorId)}::text as pessoa, null::text as sobre, null::text as papel, '{}'::integer[] as atributos`,
  });
  const feita = await solicitada(tx, desligamento.id);
  if (!feita) throw refuse.notFound();
  return feita.id;
}

/**
 * A confirmed dismissal that names a model asks the leaver; the link goes out by itself, unless whoever interviews sends it. Nobody writes to who
 * has died.
 */
export async function entrevistaAoConfirmar(
  tx: Tx,
  acting: Acting,
  { modeloId, tipo, ...desligamento }: Desligamento & { modeloId: number | null; tipo: unknown },
  mandaPorSi = true,
): Promise<void> {
  if (modeloId === null || tipo === 'FALECIMENTO') return;
  const modelo = await tx.one<{ ativa: boolean }>(sql`select ativa from modelos_entrevista_desligamento where id = ${modeloId}`);
  if (!modelo?.ativa) return;
  const id = await perguntaAQuemSai(tx, acting, desligamento, modeloId);
  if (mandaPorSi && (await isWithin(() => countLetter(tx, acting)))) await runSoon(tx, ENTREVISTAS);
  // The task that sends links leaves alone who has one, and HR sends it.
  else await ticketFor(tx, id);
}

/** Somebody who stays is not asked why they leave. What was answered stays. Answers the model of an interview that is gone. */
export async function deixaDeEntrevistar(tx: Tx, desligamentoId: number): Promise<{ id: number; nome: string } | undefined> {
  const rodada = await roundOf(tx, { dono: DESLIGAMENTOS, donoId: desligamentoId });
  if (!rodada) return undefined;
  await tx.query(sql`select 1 from rodadas where id = ${rodada.id} for update`);
  return tx.one<{ id: number; nome: string }>(sql`
    delete from rodadas r using questionario_versoes v
    where r.id = ${rodada.id} and v.id = r.versao_id and not exists (select from participacoes p where p.rodada_id = r.id and p.estado = 'R')
    returning v.dono_id as id, r.titulo as nome`);
}

/** Writes to a leaver with their own link; answers whether they have an address. */
export async function mandaLink(tx: Tx, { address }: Pick<Services, 'address'>, participacaoId: number): Promise<boolean> {
  const quem = await tx.one<{ nome: string; email: string | null; titulo: string; empresaId: number; empresa: string }>(sql`
    select t.nome, t.email, r.titulo, r.empresa_id as "empresaId", e.nome as empresa
    from participacoes p join rodadas r on r.id = p.rodada_id join empresas e on e.id = r.empresa_id
    join talentos t on p.pessoa = 'talentos:' || t.id and t.id = split_part(p.pessoa, ':', 2)::bigint where p.id = ${participacaoId}`);
  const bilhete = await ticketFor(tx, participacaoId);
  if (bilhete === undefined) throw new Refusal('JA_RESPONDIDA', 'Esta entrevista já foi respondida.', 409);
  if (!quem?.email) return false;
  await queueMail(tx, conviteParaEntrevista, {
    para: quem.email,
    empresaId: quem.empresaId,
    values: {
      nome: quem.nome.split(' ')[0] ?? quem.nome,
      empresa: quem.empresa,
      titulo: quem.titulo,
      link: address(`/publico/responder?empresaId=${quem.empresaId}#${bilhete}`),
    },
  });
  return true;
}

/** Those who were asked and never had a link; without an address they are HR's to interview. A link that ended, as with another address, is HR's to send. */
export const entrevistasJobs = (services: Services) => ({
  [ENTREVISTAS]: titled('Enviar entrevistas de desligamento', ({ db, signal }: InParts) =>
    faultsLast(signal, async (part) => {
      const semLink = await db.query<{ id: number }>(sql`
      select p.id from participacoes p join rodadas r on r.id = p.rodada_id
      where r.dono = ${DESLIGAMENTOS} and r.estado = 'A' and p.estado <> 'R' and p.bilhete is null and p.bilhete_serie = 0 order by p.id`);
      for (const { id } of semLink)
        await part(() =>
          db.tx(async (tx) => {
            const ainda = await tx.one<{ empresa: number; talento: number }>(sql`
              select p.empresa_id as empresa, split_part(p.pessoa, ':', 2)::float8 as talento from participacoes p
              where p.id = ${id} and p.bilhete is null and p.estado <> 'R' for update`);
            if (!ainda) return;
            // Somebody may confirm and cancel for ever: after some letters the link is HR's to send.
            if (await cabeMaisUmaCarta(tx, 'conviteDeEntrevista', ainda.empresa, ainda.talento))
              await mandaLink(tx, services, id);
            else await ticketFor(tx, id);
          }),
        );
    }),
  ),
});

/** What a leaver was asked, and what was answered. */
export async function respondidaEm(db: Queryable, { id, versaoId }: { id: number; versaoId: number }) {
  const { definicao } = await versionOf(db, versaoId);
  const dada = await db.one<{ id: number; notas: (number | null)[] }>(
    sql`select id, notas from respostas_dadas where participacao_id = ${id}`,
  );
  if (!dada) return { definicao, respostas: null };
  const textos = await db.query<{ perguntaId: number; texto: string }>(
    sql`select pergunta_id as "perguntaId", texto from respostas_escritas where resposta_id = ${dada.id} order by id`,
  );
  return { definicao, respostas: fromSlots(definicao, { notas: dada.notas, textos }) };
}
