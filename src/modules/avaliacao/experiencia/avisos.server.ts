import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate, today } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { faultsLast, type InParts } from '#kit/jobs/faults-last.server.ts';
import { titled } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { trabalha } from '#modules/gestao-talentos/public.server.ts';
import { A_AVALIAR } from '#modules/gestao-talentos/public.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { mayEnter, notify } from '#platform/mensagens/mensagens.server.ts';
import { ticketFor } from '#platform/questionario/tickets.server.ts';
import { experienciaTermina, experienciaTerminaPorLink } from './acompanhamentos.messages.ts';
import { type Acompanhamento, acompanhamentoQue, liderDe, pergunta } from './acompanhamentos.server.ts';
import { dispensaDosEncerrados, dispensaOsOutros } from './dispensas.server.ts';
import { contaQuemResponde } from './trilha.server.ts';

/** Each morning: the notices of periods that end; who is waited for in vain waits no longer. */
export const AVISOS = 'avaliacao.avisos-experiencia';

type Where = Pick<Acting, 'empresaId' | 'usuarioId' | 'usuarioNome' | 'today'>;

const faltam = (termino: string, dias: number): string =>
  `termina em ${formatDate(termino)}${dias > 0 ? `, em ${counted(dias, 'dia', 'dias')}` : dias === 0 ? ', hoje' : ''}`;

/** Writes to whoever is asked about somebody: to their user, or to their address with a link of their own. Answers whether it could. */
export async function avisa(
  tx: Tx,
  { address }: Pick<Services, 'address'>,
  where: Where,
  { rodadaId, avaliadorId }: Acompanhamento,
): Promise<boolean> {
  if (avaliadorId === null) return false;
  const quem = await tx.one<{
    id: number;
    nome: string;
    email: string | null;
    usuario: number | null;
    talento: string;
    periodo: string;
    termino: string;
    dias: number;
  }>(sql`
    select p.id, l.nome, l.email, (select u.id from usuarios u where u.cpf = l.cpf and ${mayEnter(where.empresaId)} limit 1) as usuario,
      t.nome as talento, e.nome as periodo, (t.data_admissao + e.dias - 1)::text as termino, t.data_admissao + e.dias - 1 - ${where.today}::date as dias
    from participacoes p join talentos l on l.id = ${avaliadorId} and p.pessoa = 'talentos:' || l.id and ${trabalha('l')}
    join rodadas r on r.id = p.rodada_id join acompanhamentos_experiencia a on a.id = r.dono_id
    join talentos t on t.id = a.colaborador_id join periodos_experiencia e on e.id = a.periodo_id
    where p.rodada_id = ${rodadaId} and p.estado <> 'R'`);
  if (!quem) return false;
  const values = {
    nome: quem.nome.split(' ')[0] ?? quem.nome,
    talento: quem.talento,
    periodo: quem.periodo,
    termino: faltam(quem.termino, quem.dias),
  };
  if (quem.usuario !== null) {
    await notify(tx, where as Acting, experienciaTermina, { to: [quem.usuario], values: { ...values, id: String(quem.id) } });
    return true;
  }
  const bilhete = quem.email === null ? undefined : await ticketFor(tx, quem.id);
  if (quem.email === null || bilhete === undefined) return false;
  const link = address(`/publico/responder?empresaId=${where.empresaId}#${bilhete}`);
  await queueMail(tx, experienciaTerminaPorLink, { para: quem.email, empresaId: where.empresaId, values: { ...values, link } });
  return true;
}

interface Devido {
  empresaId: number;
  colaborador: number;
  periodo: number;
  dias: number[];
}

/** The periods whose notices are due and were not sent. A day that was missed is made up for: the nearest notice goes alone. */
const devidos = (empresaId: number, hoje: string) => sql`
  select v.empresa_id as "empresaId", v.colaborador_id as colaborador, v.periodo_id as periodo, array_agg(d.dias::int order by d.dias::int) as dias
  from periodos_dos_talentos v
  join periodos_experiencia p on p.id = v.periodo_id
  cross join lateral unnest(p.avisos) d(dias)
  where v.situacao = any(${[...A_AVALIAR]}) and v.termino between ${hoje}::date and ${hoje}::date + d.dias::int
    and v.empresa_id = ${empresaId}
    and not exists (select from avisos_experiencia a where a.colaborador_id = v.colaborador_id and a.periodo_id = v.periodo_id and a.dias = d.dias::int)
  group by 1, 2, 3 order by 1, 2, 3`;

/** One period's notice, in a transaction of its own: what cannot be asked is left to HR, whose start page names it. */
async function avisaUm(tx: Tx, services: Services, { empresaId, colaborador, periodo, dias }: Devido): Promise<void> {
  const novos = await tx.query(sql`
    insert into avisos_experiencia (colaborador_id, periodo_id, dias) select ${colaborador}, ${periodo}, unnest(${dias}::int[])
    on conflict do nothing returning dias`);
  if (novos.length === 0) return;
  const where = { empresaId, usuarioId: null, usuarioNome: 'Sistema', today: today() };
  const pedido = await pergunta(tx, where, { colaborador, periodo, modelo: null, avaliador: null });
  if (pedido.respondidaEm === null) await avisa(tx, services, where, pedido);
}

/** Of whom somebody was asked who has left since: their present leader is asked at once, not by the next notice. */
const orfaos = (empresaId: number) => sql`
  select a.empresa_id as "empresaId", a.colaborador_id as colaborador, a.periodo_id as periodo from acompanhamentos_experiencia a
  join talentos t on t.id = a.colaborador_id join talentos x on x.id = a.avaliador_id
  where a.respondida_em is null and not ${trabalha('x')} and ${liderDe} is not null
    and a.empresa_id = ${empresaId}
    and exists (select from periodos_dos_talentos v where v.colaborador_id = a.colaborador_id and v.periodo_id = a.periodo_id and v.situacao = any(${[...A_AVALIAR]}))
  order by 1, 2, 3`;

async function perguntaAoNovo(
  tx: Tx,
  services: Services,
  { empresaId, colaborador, periodo }: Omit<Devido, 'dias'>,
): Promise<void> {
  const where = { empresaId, usuarioId: null, usuarioNome: 'Sistema', today: today() };
  const antes = await acompanhamentoQue(tx, sql`a.colaborador_id = ${colaborador} and a.periodo_id = ${periodo}`);
  const pedido = await pergunta(tx, where, { colaborador, periodo, modelo: null, avaliador: null });
  if (pedido.respondidaEm !== null || pedido.avaliadorId === antes?.avaliadorId) return;
  await avisa(tx, services, where, pedido);
  await contaQuemResponde(tx, { audit: auditor({ ...where, requestId: AVISOS }) }, antes, pedido);
}

export const avisosJobs = (services: Services) => ({
  [AVISOS]: titled('Pedir avaliações do período de experiência', ({ db, signal }: InParts) =>
    faultsLast(signal, async (part) => {
      await part(() => dispensaOsOutros(db, sql`true`));
      await part(() => dispensaDosEncerrados(db));
      // A period without a model, or with several, asks nobody by itself; it is tried again the next morning. None holds up another.
      const cada = (work: (tx: Tx) => Promise<void>) =>
        part(() =>
          db.tx(work).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
          }),
        );
      for (const { id } of await db.query<{ id: number }>(sql`select id from empresas where ativo order by id`)) {
        const dela = <T extends object>(query: Sql) => part(() => db.query<T>(query));
        for (const devido of (await dela<Devido>(devidos(id, today()))) ?? []) await cada((tx) => avisaUm(tx, services, devido));
        for (const orfao of (await dela<Omit<Devido, 'dias'>>(orfaos(id))) ?? [])
          await cada((tx) => perguntaAoNovo(tx, services, orfao));
      }
    }),
  ),
});
