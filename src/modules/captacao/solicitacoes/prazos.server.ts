import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate, today } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { faultsLast, type InParts } from '#kit/jobs/faults-last.server.ts';
import { idsInPages } from '#kit/jobs/in-pages.server.ts';
import { titled } from '#kit/jobs/jobs.server.ts';
import { type Todo, waitingIn } from '#kit/module/todo.server.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { countAt, isWithin } from '#platform/session/throttle.server.ts';
import { type Aprovacao, aprovadores, asQueDecido, PENDENTE } from './aprovacao.server.ts';
import { aprovacaoAtrasada, aprovacaoEspera } from './solicitacoes.messages.ts';
import { VER_TODAS } from './solicitacoes.rules.ts';
import { solicitacoesPessoal } from './solicitacoes-pessoal.registry.ts';
import { APROVAR } from './transicoes.ts';
import { valoresDe } from './valores.server.ts';
import { quemVe, solicitacoesVisiveis } from './visiveis.server.ts';

/** Each morning: approvals whose day is tomorrow, and those whose day has passed. */
export const LEMBRA_APROVACOES = 'captacao.lembra-aprovacoes';

interface Devida extends Aprovacao {
  empresaId: number;
  solicitacaoId: number;
  solicitanteId: number | null;
  atrasada: boolean;
}

/** A step is told once before its day and once after it; a morning that was missed is made up for. */
const deDevidas = (hoje: string) => sql`
  from solicitacoes_pessoal_aprovacoes a join solicitacoes_pessoal s on s.id = a.solicitacao_id
  where s.situacao = 'A' and s.status = 'I' and ${PENDENTE} and a.prazo <= ${hoje}::date + 1
    and coalesce(a.lembrada, '') <> case when a.prazo < ${hoje}::date then 'D' else 'A' end
    and not (a.prazo >= ${hoje}::date and coalesce(a.lembrada, '') = 'D')`;

const devida = (hoje: string, id: number) => sql`
  select a.id, a.ordem, a.nome, a.quem, a.usuarios, a.substituto_id as substituto, a.prazo::text as prazo, a.situacao, a.empresa_id as "empresaId",
    a.solicitacao_id as "solicitacaoId", s.solicitante_id as "solicitanteId", a.prazo < ${hoje}::date as atrasada ${deDevidas(hoje)} and a.id = ${id}`;

async function lembra(tx: Tx, id: number): Promise<void> {
  const uma = await tx.one<Devida>(devida(today(), id));
  if (!uma) return;
  const marca = uma.atrasada ? 'D' : 'A';
  const nova = await tx.one(sql`
    update solicitacoes_pessoal_aprovacoes set lembrada = ${marca} where id = ${uma.id} and situacao = 'P' and lembrada is distinct from ${marca} returning id`);
  if (!nova) return;
  const acting = { empresaId: uma.empresaId, usuarioId: null, usuarioNome: 'Sistema', today: today() } as Acting;
  const quem = await aprovadores(tx, acting, uma.solicitacaoId, uma);
  const outros = await quemVe(tx, acting, uma.solicitacaoId, [uma.substituto, uma.solicitanteId]);
  const to = uma.atrasada ? [...new Set([...quem, ...outros])] : quem;
  if (to.length === 0) return;
  // All reminders of what one person asks for are counted together.
  const dono = String(uma.solicitanteId ?? `empresa/${uma.empresaId}`);
  const inboxOnly = !(await isWithin(() => countAt(tx, [['lembretesDeAprovacao', dono, to.length]])));
  const valores = { ...(await valoresDe(tx, uma.solicitacaoId)), etapa: uma.nome };
  const dia = formatDate(uma.prazo ?? '');
  const [type, prazo] = uma.atrasada
    ? ([aprovacaoAtrasada, `O prazo era ${dia}.`] as const)
    : ([aprovacaoEspera, `O prazo é ${dia}.`] as const);
  await notify(tx, acting, type, { to, values: { ...valores, prazo }, inboxOnly });
}

export const prazosJobs = {
  [LEMBRA_APROVACOES]: titled('Lembrar aprovações de solicitações de pessoal', ({ db, signal }: InParts) =>
    faultsLast(signal, async (part) => {
      for await (const id of idsInPages(db, sql`select a.id ${deDevidas(today())}`))
        await part(() => db.tx((tx) => lembra(tx, id)));
    }),
  ),
};

const LISTA = `/captacao/${solicitacoesPessoal.id}`;

/** Requests that wait for the reader's own decision. */
export const solicitacoesPorAprovar: Todo = {
  id: 'solicitacoes-por-aprovar',
  title: 'Solicitações de pessoal para aprovar',
  deed: 'Decidir',
  authority: [solicitacoesPessoal.authority, APROVAR],
  link: `${LISTA}?status=I&situacao=A`,
  find(db, acting) {
    const minhas = sql`s.empresa_id = ${acting.empresaId} and s.situacao = 'A' and s.status = 'I' and ${solicitacoesVisiveis(acting) ?? sql`true`}`;
    return waitingIn(
      db,
      sql`select s.descricao as nome, coalesce(a.nome, o.nome) as nota, a.prazo, ${`${LISTA}/`} || s.id as link
          from solicitacoes_pessoal s
          left join areas_organizacionais o on o.id = s.area_organizacional_id
          left join solicitacoes_pessoal_aprovacoes a on a.solicitacao_id = s.id and ${PENDENTE}
          where ${minhas}
            and case when a.id is null then ${acting.can(VER_TODAS)} or s.solicitante_id is distinct from ${acting.usuarioId}::bigint
              else s.id in ${asQueDecido(acting, minhas)} end`,
    );
  },
};
