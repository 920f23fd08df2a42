import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { isImporting } from '#kit/import/apply.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { countLetter } from '#platform/session/throttle.server.ts';
import {
  entrevistaDesmarcada,
  entrevistaDesmarcadaParaQuemEntrevista,
  entrevistaMarcada,
  entrevistaParaQuemEntrevista,
} from './candidaturas.messages.ts';
import { deCandidaturasVisiveis } from './candidaturas.server.ts';
import { type Correspondencia, mandaCarta, sobre } from './cartas.server.ts';
import { NAO_CHAMA } from './codigos.ts';
import { entrevistas } from './entrevistas.registry.ts';
import { type EntrevistaLida, icsDaEntrevista, jaAcabou } from './ics.server.ts';
import { type Marcada, ondeE, quandoE } from './marcada.ts';

/** What people are invited to; a calendar has to learn of a change of any of these. */
type Compromisso = Marcada & { duracao: number; situacao: string };
const compromisso = (um: Compromisso) => `${quandoE(um)} ${um.duracao} ${ondeE(um)} ${um.situacao}`;

/** The program's own address as the sender of invitations would answer nobody: the company's, or whoever marks the interview. */
async function quemConvida(tx: Tx, acting: Acting): Promise<{ name: string; email: string } | undefined> {
  const { email } = await tx.only<{ email: string | null }>(sql`
    select coalesce(e.resposta_email, e.remetente_email, (select u.email from usuarios u where u.id = ${acting.usuarioId})) as email
    from empresas e where e.id = ${acting.empresaId}`);
  return email === null ? undefined : { name: acting.empresaNome, email };
}

const pessoas = (tx: Tx, ids: readonly number[]) =>
  tx.query<{ name: string; email: string }>(
    sql`select nome as name, email from usuarios where id = any(${[...ids]}::bigint[]) and email is not null order by id`,
  );

interface Envio {
  acting: Acting;
  carta: Correspondencia;
  entrevista: EntrevistaLida;
}

/** The candidate is written to about the vacancy, and never learns who else is invited. */
async function escreveAoCandidato(tx: Tx, { acting, carta, entrevista }: Envio, cancela: boolean): Promise<void> {
  const organiza = await quemConvida(tx, acting);
  const { candidato: name, email, vaga, candidaturaId } = carta;
  const convite =
    organiza && email
      ? icsDaEntrevista({ ...entrevista, resumo: `Entrevista: ${vaga}` }, null, {
          cancela,
          organiza,
          convidados: [{ name, email }],
        })
      : null;
  const values = { quando: quandoE(entrevista), onde: ondeE(entrevista) };
  await mandaCarta(tx, acting, cancela ? entrevistaDesmarcada : entrevistaMarcada, candidaturaId, values, convite);
}

async function escreveAQuemEntrevista(
  tx: Tx,
  { acting, carta, entrevista }: Envio,
  to: readonly number[],
  cancela: boolean,
): Promise<void> {
  if (to.length === 0) return;
  const inboxOnly = isImporting(acting);
  await countLetter(tx, acting, to.length);
  const organiza = inboxOnly ? undefined : await quemConvida(tx, acting);
  const { candidato, pedido: vaga, about } = carta;
  const convite = organiza
    ? icsDaEntrevista({ ...entrevista, resumo: `Entrevista com ${candidato}` }, null, {
        cancela,
        organiza,
        convidados: await pessoas(tx, to),
      })
    : null;
  const values = {
    candidato,
    vaga,
    empresa: acting.empresaNome,
    quando: quandoE(entrevista),
    onde: ondeE(entrevista),
    id: String(entrevista.id),
  };
  await notify(tx, acting, cancela ? entrevistaDesmarcadaParaQuemEntrevista : entrevistaParaQuemEntrevista, {
    to,
    values,
    convite,
    about,
    inboxOnly,
  });
}

const PLANILHA_NAO_ESCREVE = 'Uma planilha não manda e-mails: avise você o candidato.';

const idsDe = (quem: unknown): number[] =>
  ((quem ?? []) as (number | { id: number })[]).map((um) => (typeof um === 'number' ? um : um.id));

export const entrevistasHooks = hooksFor(entrevistas, {
  where: deCandidaturasVisiveis,
  async beforeSave(tx, { value, before, restored }) {
    if (before && (before.data !== value.data || before.hora !== value.hora)) value.lembrada = null;
    const mudou = !before || compromisso(before) !== compromisso(value) || restored;
    value.sequencia = before || restored ? Number(before?.sequencia ?? value.sequencia ?? 0) + (mudou ? 1 : 0) : 0;
    const { candidato, situacao, daVaga } = await sobre(tx, value.candidatura);
    // Of one that took place, or was called off, the record may still change when the application is over; nobody is invited any more.
    const convida = mudou && value.situacao === 'M' && !jaAcabou(value);
    if (situacao !== 'A' && (convida || !(before || restored)))
      throw new Refusal('CANDIDATURA_TERMINADA', 'A candidatura já terminou: não recebe entrevistas.', 409);
    if (daVaga !== 'A' && convida) throw new Refusal('VAGA_FECHADA', NAO_CHAMA, 409);
    if (!before && !restored) value.resumo = candidato;
  },
  doubts: async (_tx, { value, acting }) => ({
    confirm: [],
    tell: isImporting(acting) && value.avisarCandidato && !jaAcabou(value) ? [PLANILHA_NAO_ESCREVE] : [],
  }),
  async afterSave(tx, { id, value, before, acting }) {
    if (jaAcabou(value)) return;
    const carta = await sobre(tx, value.candidatura);
    const envio: Envio = { acting, carta, entrevista: { ...value, id } as never };
    const mudou = !before || compromisso(before) !== compromisso(value);
    const marcada = value.situacao === 'M';
    const desmarcou = value.situacao === 'C' && before?.situacao === 'M';
    if (mudou && value.avisarCandidato && (marcada || desmarcou)) await escreveAoCandidato(tx, envio, desmarcou);
    const antes = new Set(before?.situacao === 'M' ? idsDe(before.entrevistadores) : []);
    const agora = new Set(idsDe(value.entrevistadores));
    const chamados = marcada ? [...agora].filter((um) => mudou || !antes.has(um)) : [];
    const dispensados = desmarcou ? [...antes] : marcada ? [...antes].filter((um) => !agora.has(um)) : [];
    await escreveAQuemEntrevista(tx, envio, chamados, false);
    await escreveAQuemEntrevista(tx, envio, dispensados, true);
  },
  /** An interview that is removed is one that does not take place. */
  async beforeRemove(tx, { before, acting }) {
    if (before.situacao !== 'M' || jaAcabou(before)) return;
    const carta = await sobre(tx, before.candidatura.id);
    const sequencia = Number(before.sequencia ?? 0) + 1;
    const envio: Envio = { acting, carta, entrevista: { ...before, sequencia } as never };
    if (before.avisarCandidato) await escreveAoCandidato(tx, envio, true);
    await escreveAQuemEntrevista(tx, envio, idsDe(before.entrevistadores), true);
  },
});
