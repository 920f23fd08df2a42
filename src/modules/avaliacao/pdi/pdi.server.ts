import sql from 'sql-template-tag';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { faultsLast, type InParts } from '#kit/jobs/faults-last.server.ts';
import { idsInPages } from '#kit/jobs/in-pages.server.ts';
import { type Job, titled } from '#kit/jobs/jobs.server.ts';
import { NOTHING, type Todo, waitingIn } from '#kit/module/todo.server.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { deTalentosVisiveis, souEu, TRABALHA, talentoVisivel } from '#modules/gestao-talentos/public.server.ts';
import { notify, notifyOthers } from '#platform/mensagens/mensagens.server.ts';
import { acaoAVencer, acaoNova } from './pdi.messages.ts';
import { planosAcao } from './planos-acao.registry.ts';
import { usuariosDe } from './quem.server.ts';

/** Each morning: actions that are due soon, or late, are told to those who do them. */
export const LEMBRA_ACOES = 'avaliacao.lembra-acoes';
/** So many days before its end an action is remembered. */
const ANTES = 7;

export const planosAcaoHooks = hooksFor(planosAcao, {
  where: deTalentosVisiveis,
  computed: { responsavel: '(select r.nome from talentos r where r.id = t.responsavel_id)' },
  goesWith: [{ table: 'planos_acao_lembretes', column: 'plano_acao_id' }],
  async beforeSave(tx, { value, before, restored, acting }) {
    await talentoVisivel(tx, acting, value.colaborador);
    value.autor = before
      ? (bare(before.autor) as number | null)
      : restored
        ? (bare(restored.autor) as number | null)
        : acting.usuarioId;
  },
  async afterSave(tx, { value, before, restored, acting }) {
    // Whoever does an action, or answers for it, was told once.
    const saoOsMesmos =
      before && bare(before.responsavelId) === value.responsavelId && bare(before.colaborador) === value.colaborador;
    if (restored || saoOsMesmos) return;
    const { nome: colaborador } = await tx.only<{ nome: string }>(sql`select nome from talentos where id = ${value.colaborador}`);
    await notifyOthers(tx, acting, acaoNova, {
      to: await usuariosDe(tx, [value.colaborador, value.responsavelId]),
      values: {
        colaborador,
        acao: value.nome,
        prazo: value.previsaoTermino ? `Até ${formatDate(value.previsaoTermino)}.` : '',
        quem: acting.usuarioNome,
      },
    });
  },
});

interface Lembrada {
  empresa: number;
  nome: string;
  colaborador: string;
  termino: string;
  pessoas: number[];
}

/** Each day of an end is remembered once before it and once after it. */
async function lembra(tx: Tx, acting: Job['acting'], id: number): Promise<void> {
  const hoje = today();
  const uma = await tx.one<Lembrada>(sql`
    with nova as (
      insert into planos_acao_lembretes (plano_acao_id, termino, tipo)
      select p.id, p.previsao_termino, case when p.previsao_termino < ${hoje}::date then 'A' else 'V' end from planos_acao p where p.id = ${id}
      on conflict do nothing returning plano_acao_id)
    select p.empresa_id as empresa, p.nome, t.nome as colaborador, p.previsao_termino::text as termino, array[p.colaborador_id, p.responsavel_id] as pessoas
    from nova n join planos_acao p on p.id = n.plano_acao_id join talentos t on t.id = p.colaborador_id`);
  if (!uma) return;
  const { empresa, nome, colaborador, termino, pessoas } = uma;
  await notify(tx, { ...acting, empresaId: empresa }, acaoAVencer, {
    to: await usuariosDe(tx, pessoas),
    values: {
      colaborador,
      acao: nome,
      prazo: termino < hoje ? `O prazo era ${formatDate(termino)}.` : `O prazo é ${formatDate(termino)}.`,
    },
  });
}

export const pdiJobs = {
  [LEMBRA_ACOES]: titled('Lembrar ações de desenvolvimento', ({ db, acting, signal }: InParts & Pick<Job, 'acting'>) =>
    faultsLast(signal, async (part) => {
      const devidas = sql`
        select p.id from planos_acao p join talentos t on t.id = p.colaborador_id
        where p.acompanhamento_situacao <> 'C' and ${TRABALHA} and p.previsao_termino <= ${addDays(today(), ANTES)}::date
          and not exists (select from planos_acao_lembretes l where l.plano_acao_id = p.id and l.termino = p.previsao_termino
            and l.tipo = case when p.previsao_termino < ${today()}::date then 'A' else 'V' end)`;
      for await (const id of idsInPages(db, devidas)) await part(() => db.tx((tx) => lembra(tx, acting, id)));
    }),
  ),
};

/** Actions that the acting user does or answers for, and that are late or due within a week. */
export const acoesDoPdi: Todo = {
  id: 'pdi',
  title: 'Ações de desenvolvimento a concluir',
  deed: 'Ver a ação',
  authority: [],
  link: '/avaliacao/pdi',
  find: async (db, acting) => {
    const eu = await db.one<{ id: number }>(sql`select t.id from talentos t where ${souEu(acting)}`);
    if (!eu) return NOTHING;
    return waitingIn(
      db,
      sql`select p.nome, d.nome as nota, p.previsao_termino as prazo, '/avaliacao/pdi' as link
          from planos_acao p join talentos d on d.id = p.colaborador_id
          where p.empresa_id = ${acting.empresaId} and p.acompanhamento_situacao <> 'C' and p.previsao_termino <= ${addDays(acting.today, ANTES)}::date
            and p.id in (select id from planos_acao where colaborador_id = ${eu.id} union select id from planos_acao where responsavel_id = ${eu.id})`,
    );
  },
};
