import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays, formatDate } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { amend } from '#kit/store/amend.server.ts';
import { createWriting } from '#kit/store/write.server.ts';
import { ABERTO } from '../anuncios/publico.server.ts';
import { bloqueioDe } from '../candidatos/bloqueio.server.ts';
import { cargosDemais } from '../candidatos/candidatos.rules.ts';
import { candidatosVisiveis } from '../candidatos/visiveis.server.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { pedeAsDaEtapa } from './avaliacoes-da-etapa.server.ts';
import { candidaturas } from './candidaturas.registry.ts';
import type { aptidoes, origensDaCandidatura } from './codigos.ts';

export interface Inscricao {
  solicitacaoId: number;
  candidatoId: number;
  origem: keyof typeof origensDaCandidatura;
  fonte?: string | null;
}

interface Vaga {
  situacao: string;
  status: string;
  cargo: number | null;
  /** Whether the portal shows an ad of it and takes applications. */
  aberto: boolean;
  espera: number | null;
  resposta: number | null;
}

const { insert } = createWriting(candidaturas);

/** The one way into a selection: a candidate applies, or HR links them. Answers the id of the application. */
export async function inscreve(tx: Tx, acting: Acting, inscricao: Inscricao): Promise<number> {
  const value = await novaCandidatura(tx, acting, inscricao);
  const id = await insert(tx, acting, value);
  await escrevePasso(tx, acting, id, {});
  await pedeAsDaEtapa(tx, acting, [id], null);
  const { resumo, solicitacao, candidato, origem } = value;
  await acting.audit(tx, {
    table: candidaturas.table,
    id,
    action: 'I',
    changes: Object.fromEntries(
      Object.entries({ resumo, solicitacao, candidato, origem }).map(([nome, novo]) => [nome, [null, novo]]),
    ),
  });
  return id;
}

/** Locks the request and the candidate, refuses what the rules refuse, and answers the values of the new application. */
export async function novaCandidatura(
  tx: Tx,
  acting: Acting,
  { solicitacaoId, candidatoId, origem, fonte = null }: Inscricao,
): Promise<Record<string, unknown>> {
  const peloPortal = origem === 'P';
  const visiveis = peloPortal ? undefined : solicitacoesVisiveis(acting);
  // A share of the request suffices: what closes or suspends it waits, other applications do not.
  const vaga = await tx.one<Vaga>(sql`
    select s.situacao, s.status, f.cargo_id as cargo, n.aberto is true as aberto, n.espera, n.resposta
    from solicitacoes_pessoal s left join faixas_salariais f on f.id = s.faixa_salarial_id
    left join lateral (
      select a.dias_espera_nova_aplicacao as espera, a.dias_resposta as resposta, ${ABERTO} as aberto
      from anuncios_vagas a where a.solicitacao_id = s.id order by 3 desc nulls last, a.id desc limit 1) n on true
    where s.id = ${solicitacaoId} and s.empresa_id = ${acting.empresaId} and ${visiveis ?? sql`true`} for share of s`);
  if (!vaga) throw refuse.notFound();
  const fechada = porqueNaoRecebe(vaga, peloPortal);
  if (fechada) throw new Refusal('VAGA_FECHADA', fechada);
  const candidato = await tx.one<{ nome: string }>(sql`
    select coalesce(t.nome_social, t.nome) as nome from candidatos t where t.id = ${candidatoId} and ${candidatosVisiveis(acting)} for update`);
  if (!candidato) throw refuse.notFound();
  await demandaPrimeiraVez(tx, acting, { vaga, solicitacaoId, candidatoId, nome: candidato.nome, peloPortal });
  const bloqueio = await bloqueioDe(tx, acting, candidatoId);
  // The candidate is not told that they are blocked, nor why.
  if (bloqueio) throw peloPortal ? new Refusal('VAGA_FECHADA', NAO_RECEBE) : new Refusal('CANDIDATO_BLOQUEADO', bloqueio, 409);
  if (peloPortal) await demandaCargos(tx, acting, candidatoId, vaga.cargo);
  const agora = new Date();
  return {
    solicitacao: solicitacaoId,
    candidato: candidatoId,
    resumo: candidato.nome,
    origem,
    fonte: fonte?.slice(0, 60) ?? null,
    situacao: 'A',
    inscritaEm: agora,
    etapaDesde: agora,
    respostaAte: vaga.resposta === null ? null : addDays(acting.today, vaga.resposta),
  };
}

const FECHADAS: Readonly<Record<string, string>> = {
  S: 'A vaga está suspensa: não recebe candidatos.',
  E: 'A vaga está encerrada: não recebe candidatos.',
  C: 'A vaga foi cancelada: não recebe candidatos.',
};

const NAO_RECEBE = 'Esta vaga não está recebendo candidaturas.';

function porqueNaoRecebe({ situacao, status, aberto }: Vaga, peloPortal: boolean): string | undefined {
  if (peloPortal) return aberto ? undefined : NAO_RECEBE;
  if (situacao !== 'A') return FECHADAS[situacao];
  // HR may put people forward while the approval is under way.
  return status === 'R' ? 'A solicitação foi reprovada: não recebe candidatos.' : undefined;
}

interface Vez {
  vaga: Vaga;
  solicitacaoId: number;
  candidatoId: number;
  nome: string;
  peloPortal: boolean;
}

/** Nobody is twice in a selection; whoever was in it before waits the days of the ad, or is put in again by HR. */
async function demandaPrimeiraVez(
  tx: Tx,
  acting: Acting,
  { vaga, solicitacaoId, candidatoId, nome, peloPortal }: Vez,
): Promise<void> {
  const antes = await tx.query<{ situacao: string; dia: string }>(sql`
    select situacao, hoje(inscrita_em) as dia from candidaturas
    where solicitacao_id = ${solicitacaoId} and candidato_id = ${candidatoId} order by inscrita_em desc`);
  if (antes.some(({ situacao }) => situacao === 'A' || situacao === 'C'))
    throw new Refusal(
      'JA_NA_SELECAO',
      peloPortal ? 'Você já está participando desta seleção.' : `${nome} já está na seleção desta vaga.`,
      409,
    );
  const [ultima] = antes;
  if (!ultima || !peloPortal) return;
  if (vaga.espera === null) throw new Refusal('JA_NA_SELECAO', 'Você já se candidatou a esta vaga.', 409);
  const dataEsperaNovaAplicacao = addDays(ultima.dia, vaga.espera);
  if (dataEsperaNovaAplicacao > acting.today)
    throw new Refusal(
      'ESPERA_NOVA_APLICACAO',
      `Você poderá se candidatar de novo a esta vaga a partir de ${formatDate(dataEsperaNovaAplicacao)}.`,
      409,
      { dataEsperaNovaAplicacao },
    );
}

/** RUL of `maxCandidataCargo`: in how many positions somebody may be a candidate at a time; 0 is no limit. */
async function demandaCargos(tx: Tx, acting: Acting, candidatoId: number, cargo: number | null): Promise<void> {
  const maximo = Number(acting.settings.maxCandidataCargo ?? 0);
  if (maximo === 0 || cargo === null) return;
  const { cargos } = await tx.only<{ cargos: number }>(sql`
    select count(distinct f.cargo_id)::int as cargos from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id
    join faixas_salariais f on f.id = s.faixa_salarial_id
    where c.candidato_id = ${candidatoId} and c.situacao = 'A' and f.cargo_id <> ${cargo}`);
  if (cargos >= maximo)
    throw new Refusal('LIMITE_DE_CARGOS', `${cargosDemais(maximo)}: conclua ou desista de outra seleção antes desta.`);
}

interface Passo {
  apto?: keyof typeof aptidoes | undefined;
  observacao?: string | null | undefined;
}

/** Writes the step that an application stands at into its history. */
export const escrevePasso = (tx: Tx, acting: Acting, candidaturaId: number, passo: Passo): Promise<unknown> =>
  escrevePassos(tx, acting, sql`c.id = ${candidaturaId}`, passo);

/** The same for each application that a condition over `c` names. */
export async function escrevePassos(tx: Tx, acting: Acting, quais: Sql, { apto = 'I', observacao = null }: Passo): Promise<void> {
  const responsavel = acting.kind === 'usuario' ? acting.usuarioNome.slice(0, 100) : null;
  await tx.query(sql`
    insert into candidatos_historicos (empresa_id, candidatura_id, candidato_id, solicitacao_id, etapa_seletiva_id, data, responsavel, apto, observacao)
    select c.empresa_id, c.id, c.candidato_id, c.solicitacao_id, c.etapa_seletiva_id, ${acting.today}::date, ${responsavel}::text, ${apto}::text, ${observacao}::text
    from candidaturas c where ${quais} and c.empresa_id = ${acting.empresaId} order by c.id`);
}

/**
 * Ends an application outside of its dialogs: the candidate withdraws at the portal, HR takes them out of the selection, or the
 * vacancy is over. Nobody is written to.
 */
export async function tiraDaSelecao(tx: Tx, acting: Acting, candidaturaId: number, motivo: string): Promise<void> {
  const visiveis = acting.kind === 'usuario' ? solicitacoesVisiveis(acting) : undefined;
  const antes = await tx.one<{ id: number; situacao: string; motivo: string | null; encerradaEm: Date | null }>(sql`
    select c.id, c.situacao, c.motivo, c.encerrada_em as "encerradaEm" from candidaturas c
    join solicitacoes_pessoal s on s.id = c.solicitacao_id
    where c.id = ${candidaturaId} and c.empresa_id = ${acting.empresaId} and ${visiveis ?? sql`true`} for update of c`);
  if (!antes) throw refuse.notFound();
  if (antes.situacao !== 'A') throw new Refusal('CANDIDATURA_TERMINADA', 'A candidatura já terminou.', 409);
  const desistiu = acting.kind === 'externo';
  await amend(
    tx,
    acting,
    candidaturas,
    antes,
    { situacao: desistiu ? 'D' : 'N', motivo: motivo.slice(0, 2_000), encerradaEm: new Date() },
    desistiu ? 'desistir' : 'recusar',
  );
  await escrevePasso(tx, acting, candidaturaId, {
    apto: acting.kind === 'usuario' ? 'N' : 'I',
    observacao: motivo.slice(0, 4_000),
  });
}
