import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Heading } from '#kit/registry/registry.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { faultsToAsk } from '#platform/questionario/faults.ts';
import { MENOR_MINIMO } from '#platform/questionario/round.ts';
import { closeRound, extendRound, openRound, reopenRound, roundOf } from '#platform/questionario/rounds.server.ts';
import { latestVersion } from '#platform/questionario/versions.server.ts';
import { countMailing } from '#platform/session/throttle.server.ts';
import { DONO as PESQUISAS } from '../pesquisas/pesquisas.server.ts';
import { agradece, pedeCorreio } from './correio.server.ts';
import { dimensoes, doPublico, participantes } from './publico-alvo.server.ts';
import { pessoas } from './quem-se-ve.server.ts';
import { questionarios } from './questionarios.registry.ts';

/** The registry under which the engine knows the rounds of surveys. */
export const DONO = 'pesquisa/questionarios';
/** More people than this are asked by a task. */
const MUITOS = 5_000;

type Questionario = Readonly<Record<string, unknown>> & { id: number };

const rodadaDe = async (tx: Queryable, { id }: { id: number }) => roundOf(tx, { dono: DONO, donoId: id });

const quantos = async (tx: Queryable, acting: Acting, questionario: Questionario) =>
  tx.only<{ total: number; semEmail: number }>(sql`
    select count(*)::int as total, (count(*) filter (where t.email is null))::int as "semEmail" from talentos t where ${doPublico(acting, questionario)}`);

/** Why it cannot be asked yet, all at once. */
async function impedimentos(tx: Tx, acting: Acting, questionario: Questionario): Promise<string[]> {
  const { pesquisa, modo, minimo, dataFim } = questionario;
  const of = { empresaId: acting.empresaId, dono: PESQUISAS, donoId: Number(bare(pesquisa)) };
  const { definicao } = await latestVersion(tx, of);
  const { ativa } = await tx.only<{ ativa: boolean }>(sql`select ativa from pesquisas where id = ${of.donoId}`);
  const faltas = faultsToAsk(definicao);
  const { total } = await quantos(tx, acting, questionario);
  const menor = Number(minimo ?? MENOR_MINIMO);
  return [
    ...(ativa ? [] : ['A pesquisa está inativa.']),
    ...(faltas.length > 0 ? [`As perguntas ainda não podem ser respondidas: ${faltas[0]?.message}.`] : []),
    ...(total === 0 ? ['Ninguém que trabalha aqui hoje e que você veja está entre quem responde.'] : []),
    ...(total > 0 && modo !== 'I' && total < menor
      ? [
          `${counted(total, 'pessoa responderia', 'pessoas responderiam')}, menos que o menor grupo mostrado (${menor}): nenhum resultado apareceria.`,
        ]
      : []),
    ...(typeof dataFim === 'string' && dataFim < acting.today ? ['O último dia já passou.'] : []),
  ];
}

/** Whoever does not see everybody who is asked does not end it for them: an anonymous one never opens again. */
export async function foraDaVista(tx: Tx, acting: Acting, questionario: { id: number }): Promise<string[]> {
  const rodada = await rodadaDe(tx, questionario);
  const vistas = pessoas(acting);
  if (!rodada || !vistas || !areasVisiveis(acting)) return [];
  const fora = await tx.one(sql`
    select from participacoes p where p.rodada_id = ${rodada.id} and not exists (select from (${vistas}) v where v.chave = p.pessoa) limit 1`);
  return fora
    ? [
        'Há quem responda em áreas que você não vê: só quem vê todas elas encerra ou reabre o questionário, muda o que os e-mails dizem, envia lembretes ou antecipa o último dia.',
      ]
    : [];
}

/** The last day moves. To an earlier one is a way to end it. */
async function mudaUltimoDia(
  tx: Tx,
  acting: Acting,
  questionario: { id: number; dataFim: string | null },
  dataFim: string | null,
): Promise<void> {
  const rodada = await rodadaDe(tx, questionario);
  if (!rodada) return;
  const antecipa = dataFim !== null && (questionario.dataFim === null || dataFim < questionario.dataFim);
  const [fora] = antecipa ? await foraDaVista(tx, acting, questionario) : [];
  if (fora) throw new Refusal('FORA_DA_VISTA', fora, 409);
  await extendRound(tx, acting, rodada.id, dataFim);
}

/** Asks the people of the questionnaire from now on. */
async function libera(tx: Tx, acting: Acting, questionario: Questionario): Promise<void> {
  const { id, titulo, pesquisa, modo, minimo, dataFim, quiosque } = questionario;
  await countMailing(tx, acting);
  await openRound(tx, acting, {
    empresaId: acting.empresaId,
    dono: DONO,
    donoId: id,
    versaoDe: { dono: PESQUISAS, donoId: Number(bare(pesquisa)) },
    titulo: String(titulo),
    modo: modo as 'I' | 'C' | 'A',
    minimo: Number(minimo ?? MENOR_MINIMO),
    dimensoes,
    ate: typeof dataFim === 'string' ? dataFim : null,
    quiosque: quiosque === true,
    participantes: participantes(acting, questionario),
  });
  await tx.query(sql`update questionarios set data_inicio = ${acting.today}::date where id = ${id}`);
  await pedeCorreio(tx);
}

/** What the head of the page says beside the state: the last day, and how many have answered. */
async function cabecalho(db: Queryable, acting: Acting, id: number): Promise<Heading> {
  const rodada = await roundOf(db, { dono: DONO, donoId: id });
  if (!rodada) return { estado: null, prazos: [] };
  const { ate, estado } = rodada;
  return {
    estado: estado === 'F' ? { texto: 'Juntando respostas', tom: 'waiting' } : null,
    prazos: estado === 'A' && ate !== null && ate >= acting.today ? [{ data: ate, titulo: 'Último dia para responder' }] : [],
  };
}

/** What the e-mails of a questionnaire say of it, and when they come. */
const nosEmails = ({ titulo, mensagem, lembretes }: Pick<Questionario, 'titulo' | 'mensagem' | 'lembretes'>) =>
  JSON.stringify([titulo, mensagem, lembretes ?? []]);

export const questionariosHooks = hooksFor(questionarios, {
  holdsOff: true,
  computed: { psicossocial: `exists (select from pesquisas p where p.id = t.pesquisa_id and p.modelo = 'P')` },
  heading: cabecalho,
  async beforeSave(tx, { value, before, acting }) {
    // The last day of a round that is open moves with the questionnaire's.
    if (before && before.situacao === 'L' && value.dataFim !== before.dataFim)
      await mudaUltimoDia(tx, acting, before, value.dataFim);
    if (before && before.situacao === 'L' && nosEmails(value) !== nosEmails(before)) {
      const [fora] = await foraDaVista(tx, acting, before);
      if (fora) throw new Refusal('FORA_DA_VISTA', fora, 409);
    }
  },
  transitions: {
    liberar: {
      guards: (tx, { record, acting }) => impedimentos(tx, acting, record),
      async warnings(tx, { record, acting }) {
        const { total, semEmail } = await quantos(tx, acting, record);
        return [
          `${counted(total, 'pessoa poderá', 'pessoas poderão')} responder.`,
          ...(semEmail > 0 ? [`${counted(semEmail, 'não tem e-mail e não recebe', 'não têm e-mail e não recebem')} link.`] : []),
        ];
      },
      async asTask(tx, { record, acting }) {
        const { total } = await quantos(tx, acting, record);
        return total > MUITOS ? { titulo: `Liberar ${record.titulo}`, writes: ['participacoes'] } : undefined;
      },
      effect: (tx, { record, acting }) => libera(tx, acting, record),
    },
    prorrogar: {
      effect: (tx, { record, input, acting }) => mudaUltimoDia(tx, acting, record, String(input.dataFim)),
    },
    encerrar: {
      guards: (tx, { record, acting }) => foraDaVista(tx, acting, record),
      async effect(tx, { record }) {
        const rodada = await rodadaDe(tx, record);
        if (rodada) await closeRound(tx, rodada.id);
      },
    },
    reabrir: {
      guards: (tx, { record, acting }) => foraDaVista(tx, acting, record),
      async effect(tx, { record, input, acting }) {
        const rodada = await rodadaDe(tx, record);
        if (rodada) await reopenRound(tx, acting, rodada.id, String(input.dataFim));
      },
    },
  },
});

/** The results stand: a questionnaire whose last day has passed is closed with its round, and whoever answered is thanked. */
export async function encerrada(tx: Tx, { donoId }: { donoId: number }): Promise<void> {
  const [encerrado] = await tx.query<{ empresaId: number }>(
    sql`update questionarios set situacao = 'E', versao = versao + 1 where id = ${donoId} and situacao = 'L' returning empresa_id as "empresaId"`,
  );
  // Nobody closed it but its last day.
  if (encerrado)
    await tx.query(sql`
      insert into auditoria (usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas, transicao)
      values ('Sistema', ${encerrado.empresaId}, 'tarefa', 'questionarios', ${donoId}, 'A', ${JSON.stringify({ situacao: ['L', 'E'] })}, 'encerrar')`);
  await agradece(tx, donoId);
}
