import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { areaQueRespondo, respondemPela } from '#modules/estrutura/public.server.ts';
import { mayDo, mayEnter, notifyOthers } from '#platform/mensagens/mensagens.server.ts';
import { aprovacaoEspera } from './solicitacoes.messages.ts';
import { VER_TODAS } from './solicitacoes.rules.ts';
import { solicitacoesPessoal } from './solicitacoes-pessoal.registry.ts';
import { APROVAR } from './transicoes.ts';
import { valoresDe } from './valores.server.ts';
import { quemVe, veSolicitacao } from './visiveis.server.ts';

/** A step of the approval that a request runs through, as it was set up when the request was made. */
export interface Aprovacao {
  id: number;
  ordem: number;
  nome: string;
  quem: 'A' | 'U';
  usuarios: number[];
  substituto: number | null;
  prazo: string | null;
  situacao: 'P' | 'A' | 'R';
}

/** The requests' current run through the chain: an edit or a second judgement begins another. */
export const DA_VEZ = sql`a.rodada = (select r.rodada from solicitacoes_pessoal_rodadas r where r.solicitacao_id = a.solicitacao_id)`;

/** Over alias `a`: the step that a request waits for, the first one of its run that nobody has decided. */
export const PENDENTE = sql`a.situacao = 'P' and ${DA_VEZ} and not exists (
  select from solicitacoes_pessoal_aprovacoes x where x.solicitacao_id = a.solicitacao_id and x.rodada = a.rodada and x.situacao = 'P' and x.ordem < a.ordem)`;

/** Over `a` (a step) and `s` (its request): somebody named for the step sees the request and may decide it. */
const alguemDecide = (acting: Acting): Sql => sql`exists (
  select from (
    select x.id from (${usuariosDaArea(sql`s.area_organizacional_id`, acting)}) x where a.quem = 'A'
    union all
    select x.id from unnest(a.usuarios || a.substituto_id) x(id) where x.id is distinct from s.solicitante_id
    offset 0) x join usuarios u on u.id = x.id
  where ${mayDo(acting.empresaId, [APROVAR, solicitacoesPessoal.authority])} and ${veSolicitacao(acting)})`;

/** What `alguemDecide` asks of a step beside area and visibility: who is named, and who of them asks, for nobody decides their own request. */
const NOMEADOS = sql`case a.quem when 'U' then a.usuarios end, case a.quem when 'U' then a.substituto_id end,
  case when a.quem = 'U' and s.solicitante_id = any(a.usuarios || a.substituto_id) then s.solicitante_id end`;

/** Users who answer for an area. */
const usuariosDaArea = (area: Sql, { empresaId, today }: Acting): Sql =>
  sql`select u.id from usuarios u join talentos t on t.cpf = u.cpf where t.id in (${respondemPela(area, today)}) and ${mayEnter(empresaId)}`;

/**
 * Over `a` (a step) and `s` (its request): whether the actor may decide the step now. Nobody decides their own request but as the
 * one who answers for its area. Once the day has passed, or where nobody named for the step may decide, whoever approves and sees all requests does.
 */
export function possoDecidir(acting: Acting, alguem: Sql = alguemDecide(acting)): Sql {
  const eu = acting.usuarioId;
  const decidem = acting.can(VER_TODAS) ? sql`a.prazo < ${acting.today}::date or not ${alguem}` : sql`false`;
  return sql`(
    (a.quem = 'A' and ${areaQueRespondo(acting, sql`s.area_organizacional_id`)})
    or (s.solicitante_id is distinct from ${eu}::bigint and (${eu}::bigint = any(a.usuarios) or a.substituto_id = ${eu}::bigint or ${decidem})))`;
}

/**
 * Those of some requests whose waiting step the actor may decide: a select of ids. Whether anybody named decides is asked once for all
 * requests of an area that wait for the same people: it is a long look for those who answer for an area.
 */
export function asQueDecido(acting: Acting, solicitacoes: Sql): Sql {
  const esperam = sql`from solicitacoes_pessoal s join solicitacoes_pessoal_aprovacoes a on a.solicitacao_id = s.id and ${PENDENTE} where ${solicitacoes}`;
  if (!acting.can(VER_TODAS)) return sql`(select s.id ${esperam} and ${possoDecidir(acting)})`;
  return sql`(
    with esperam as materialized (
      select s.id, s.area_organizacional_id, s.solicitante_id, s.invisivel_para_gestor, a.quem, a.usuarios, a.substituto_id, a.prazo,
        dense_rank() over (order by s.area_organizacional_id, s.invisivel_para_gestor, a.quem, ${NOMEADOS}) as grupo ${esperam}),
    grupos as materialized (
      select a.grupo, ${alguemDecide(acting)} as alguem from (select distinct on (grupo) * from esperam order by grupo) a
      cross join lateral (select a.area_organizacional_id, a.solicitante_id, a.invisivel_para_gestor) s)
    select a.id from esperam a join grupos g on g.grupo = a.grupo cross join lateral (select a.area_organizacional_id, a.solicitante_id) s
    where ${possoDecidir(acting, sql`g.alguem`)})`;
}

/** The step that the request waits for, and whether the actor may decide it; undefined: it has no chain, or passed it. */
export const pendente = (db: Queryable, acting: Acting, id: number) =>
  db.one<Aprovacao & { posso: boolean; esperaPor: string | null }>(sql`
    select a.id, a.ordem, a.nome, a.quem, a.usuarios, a.substituto_id as substituto, a.prazo::text as prazo, a.situacao, ${possoDecidir(acting)} as posso,
      case a.quem when 'A' then 'quem responde pela área'
        else (select string_agg(u.nome, ', ' order by u.nome) from usuarios u where u.id = any(a.usuarios)) end as "esperaPor"
    from solicitacoes_pessoal_aprovacoes a join solicitacoes_pessoal s on s.id = a.solicitacao_id
    where a.solicitacao_id = ${id} and ${PENDENTE}`);

/** Why the actor may not decide on this request now; undefined: they may. */
export async function porQueNaoDecido(
  db: Queryable,
  acting: Acting,
  { id, solicitanteId }: { id: number; solicitanteId: number | undefined },
): Promise<string | undefined> {
  const etapa = await pendente(db, acting, id);
  if (etapa) {
    if (etapa.posso) return undefined;
    return `Esta solicitação espera pela etapa ${etapa.nome}${etapa.esperaPor ? ` (${etapa.esperaPor})` : ''}.`;
  }
  if (solicitanteId === acting.usuarioId && !acting.can(VER_TODAS))
    return 'Quem pede não aprova o próprio pedido: outra pessoa precisa decidir.';
  return undefined;
}

/** Whether a step of the present run was decided; what the requester decided themselves counts only when `contaSolicitante`. */
export const temEtapaDecidida = async (db: Queryable, id: number, contaSolicitante: boolean): Promise<boolean> =>
  (await db.one(sql`
    select from solicitacoes_pessoal_aprovacoes a join solicitacoes_pessoal s on s.id = a.solicitacao_id
    where s.id = ${id} and a.situacao <> 'P' and ${DA_VEZ} and (${contaSolicitante} or a.decidida_por is distinct from s.solicitante_id) limit 1`)) !==
  undefined;

/** Begins the chain of the company anew; the step of the area is passed already if whoever asks answers for the area. */
export async function iniciaAprovacao(tx: Tx, acting: Acting, id: number): Promise<void> {
  const { rodada } = await tx.only<{ rodada: number }>(sql`
    insert into solicitacoes_pessoal_rodadas (solicitacao_id, rodada) values (${id}, 1)
    on conflict (solicitacao_id) do update set rodada = solicitacoes_pessoal_rodadas.rodada + 1 returning rodada`);
  await tx.query(sql`
    insert into solicitacoes_pessoal_aprovacoes (empresa_id, solicitacao_id, rodada, ordem, nome, quem, usuarios, substituto_id, prazo_dias)
    select e.empresa_id, ${id}, ${rodada}, row_number() over (order by e.ordem, e.id), e.nome, e.quem,
      array(select l.alvo_id from etapas_aprovacao_usuarios l where l.registro_id = e.id order by l.ordem), e.substituto_id, e.prazo_dias
    from etapas_aprovacao e where e.empresa_id = ${acting.empresaId} and e.ativo`);
  await tx.query(sql`
    update solicitacoes_pessoal_aprovacoes a set situacao = 'A', decidida_por = s.solicitante_id, decidida_em = now(),
      observacao = 'Pedida por quem responde pela área.'
    from solicitacoes_pessoal s
    where s.id = a.solicitacao_id and s.id = ${id} and a.quem = 'A' and ${PENDENTE} and s.solicitante_id = ${acting.usuarioId}::bigint
      and ${areaQueRespondo(acting, sql`s.area_organizacional_id`)}
      and exists (select from solicitacoes_pessoal_aprovacoes x where x.solicitacao_id = a.solicitacao_id and x.rodada = a.rodada and x.ordem > a.ordem)`);
  await avisaDaVez(tx, acting, id);
}

/** The day by which the waiting step is to be decided counts from now, and whoever decides it is told. */
export async function avisaDaVez(tx: Tx, acting: Acting, id: number): Promise<void> {
  const etapa = await tx.one<Aprovacao>(sql`
    update solicitacoes_pessoal_aprovacoes a set prazo = ${acting.today}::date + a.prazo_dias
    where a.solicitacao_id = ${id} and ${PENDENTE}
    returning a.id, a.ordem, a.nome, a.quem, a.usuarios, a.substituto_id as substituto, a.prazo::text as prazo, a.situacao`);
  if (!etapa) return;
  const valores = await valoresDe(tx, id);
  await notifyOthers(tx, acting, aprovacaoEspera, {
    to: await aprovadores(tx, acting, id, etapa),
    values: { ...valores, etapa: etapa.nome, prazo: etapa.prazo ? `Até ${formatDate(etapa.prazo)}.` : '' },
  });
}

/** Whom the waiting step names, of those who see the request. */
export async function aprovadores(tx: Queryable, acting: Acting, id: number, { quem, usuarios }: Aprovacao): Promise<number[]> {
  if (quem === 'U') return quemVe(tx, acting, id, usuarios);
  const area = sql`(select s.area_organizacional_id from solicitacoes_pessoal s where s.id = ${id})`;
  const daArea = await tx.query<{ id: number }>(usuariosDaArea(area, acting));
  return quemVe(
    tx,
    acting,
    id,
    daArea.map((um) => um.id),
  );
}

/** Writes the decision of the waiting step. Answers whether the request is decided by it. */
export async function decideEtapa(
  tx: Tx,
  acting: Acting,
  id: number,
  { aprova, observacao }: { aprova: boolean; observacao: unknown },
): Promise<boolean> {
  await tx.query(sql`
    update solicitacoes_pessoal_aprovacoes a set situacao = ${aprova ? 'A' : 'R'}, decidida_por = ${acting.usuarioId}, decidida_em = now(),
      observacao = ${typeof observacao === 'string' ? observacao : null}
    where a.solicitacao_id = ${id} and ${PENDENTE}`);
  if (!aprova) return true;
  const outra = await tx.one(
    sql`select a.id from solicitacoes_pessoal_aprovacoes a where a.solicitacao_id = ${id} and ${PENDENTE}`,
  );
  if (!outra) return true;
  await avisaDaVez(tx, acting, id);
  return false;
}
