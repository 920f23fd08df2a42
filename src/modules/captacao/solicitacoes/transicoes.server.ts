import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { stillThere } from '#kit/refusal/refusal.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { DO_PORTAL, NOS_SEUS_DIAS } from '../anuncios/publico.server.ts';
import { RESPONDE_SOZINHO, respondeAmanha } from '../candidaturas/termino.server.ts';
import { decideEtapa, iniciaAprovacao, porQueNaoDecido } from './aprovacao.server.ts';
import { dizLimite, limiteDaVaga } from './limite.server.ts';
import { solicitacaoDecidida, solicitacaoMudou } from './solicitacoes.messages.ts';
import { avisaDaSolicitacao } from './valores.server.ts';

type Passo = NonNullable<NonNullable<Hooks['transitions']>[string]['guards']>;
type Record_ = Parameters<Passo>[1]['record'];

const dizMudanca = (tx: Tx, acting: Acting, id: number, mudanca: string, motivo: unknown = '') =>
  avisaDaSolicitacao(tx, acting, id, solicitacaoMudou, {
    mudanca,
    quem: acting.usuarioNome,
    motivo: typeof motivo === 'string' ? motivo : '',
  });

const podeDecidir: Passo = async (tx, { record, acting }) => {
  const porque = await porQueNaoDecido(tx, acting, { id: record.id, solicitanteId: namedId(record.solicitante) });
  return porque ? [porque] : [];
};

async function decide(tx: Tx, acting: Acting, id: number, aprova: boolean, observacao: unknown): Promise<void> {
  if (!(await decideEtapa(tx, acting, id, { aprova, observacao }))) return;
  await tx.query(sql`
    update solicitacoes_pessoal set status = ${aprova ? 'A' : 'R'}, data_status = ${acting.today}::date, liberador_id = ${acting.usuarioId}
    where id = ${id}`);
  await avisaDaSolicitacao(tx, acting, id, solicitacaoDecidida, {
    decisao: aprova ? 'aprovada' : 'reprovada',
    quem: acting.usuarioNome,
    observacao: typeof observacao === 'string' ? observacao : '',
  });
}

const limiteDo = async (db: Queryable, acting: Acting, record: Record_) => {
  const limite = await limiteDaVaga(db, acting, {
    id: record.id,
    faixaSalarialId: namedId(record.faixaSalarial) ?? null,
    areaOrganizacionalId: namedId(record.areaOrganizacional) ?? null,
    quantidade: Number(record.quantidade),
    substituidos: (record.colaboradoresSubstituidos as unknown[]).length,
  });
  return limite?.excede ? [dizLimite(limite)] : [];
};

const emAndamento = async (db: Queryable, id: number): Promise<number> =>
  (await db.only<{ n: number }>(sql`select count(*)::int as n from candidaturas where solicitacao_id = ${id} and situacao = 'A'`))
    .n;

async function avisaDosCandidatos(db: Queryable, id: number): Promise<string[]> {
  const n = await emAndamento(db, id);
  if (n === 0) return [];
  const estao = `${counted(n, 'candidato ainda está', 'candidatos ainda estão')} em andamento`;
  const { sozinho } = stillThere(
    await db.one<{ sozinho: boolean }>(sql`
    select ${RESPONDE_SOZINHO} as sozinho from solicitacoes_pessoal s join empresas e on e.id = s.empresa_id where s.id = ${id}`),
  );
  return [
    sozinho
      ? `${estao}: amanhã cedo cada um recebe por e-mail que a seleção terminou, e a candidatura é encerrada.`
      : `${estao} e não são avisados: encerre antes cada candidatura.`,
  ];
}

/** What comes back with an opened request, and what does not. */
async function avisaDaReabertura(db: Queryable, { id, quantidade, qtdVagasPreenchidas }: Record_): Promise<string[]> {
  const { encerradas, abertos, terminaram } = await db.only<{ encerradas: number; abertos: number; terminaram: boolean }>(sql`
    select (select count(*)::int from candidaturas where solicitacao_id = ${id} and situacao in ('N', 'D')) as encerradas,
      (count(*) filter (where ${NOS_SEUS_DIAS}))::int as abertos, coalesce(bool_and(a.data_fim < hoje()), false) as terminaram
    from anuncios_vagas a join solicitacoes_pessoal s on s.id = a.solicitacao_id where s.id = ${id} and ${DO_PORTAL}`);
  const preenchida = Number(qtdVagasPreenchidas) >= Number(quantidade);
  return [
    ...(preenchida ? ['Todas as vagas já foram preenchidas: aumente o número de vagas para contratar mais alguém.'] : []),
    ...(encerradas > 0
      ? [
          `${counted(encerradas, 'candidatura encerrada continua', 'candidaturas encerradas continuam')} assim: retome as que voltam à seleção.`,
        ]
      : []),
    ...(abertos > 0 && !preenchida ? ['O anúncio volta ao portal.'] : []),
    ...(terminaram ? ['O anúncio já terminou: prorrogue-o para que volte ao portal.'] : []),
  ];
}

export const transicoesHooks = {
  aprovar: {
    guards: podeDecidir,
    warnings: (tx, { record, acting }) => limiteDo(tx, acting, record),
    effect: (tx, { record, input, acting }) => decide(tx, acting, record.id, true, input.observacaoLiberador),
  },
  reprovar: {
    guards: podeDecidir,
    effect: (tx, { record, input, acting }) => decide(tx, acting, record.id, false, input.observacaoLiberador),
  },
  analisar: {
    async guards(tx, { record }) {
      const n = await emAndamento(tx, record.id);
      return n === 0
        ? []
        : [
            `${counted(n, 'candidato já está', 'candidatos já estão')} na seleção: suspenda a solicitação em vez de voltar à análise.`,
          ];
    },
    async effect(tx, { record: { id }, acting }) {
      await tx.query(sql`
        update solicitacoes_pessoal set status = 'I', data_status = null, liberador_id = null, observacao_liberador = null where id = ${id}`);
      await iniciaAprovacao(tx, acting, id);
      await dizMudanca(tx, acting, id, 'devolvida à análise');
    },
  },
  suspender: {
    effect: (tx, { record, input, acting }) => dizMudanca(tx, acting, record.id, 'suspensa', input.obsSuspensao),
  },
  liberar: {
    async effect(tx, { record: { id }, acting }) {
      await tx.query(sql`update solicitacoes_pessoal set obs_suspensao = null where id = ${id}`);
      await dizMudanca(tx, acting, id, 'liberada');
    },
  },
  encerrar: {
    // oxlint-disable-next-line typescript/require-await -- a guard may ask the database; this one reads its input
    async guards(_tx, { record, input, acting }) {
      const { dataEncerramento: dia } = input;
      if (typeof dia !== 'string') return [];
      if (dia < String(record.data)) return ['A data de encerramento é anterior à data da solicitação.'];
      return dia > acting.today ? ['A data de encerramento não pode ser futura.'] : [];
    },
    warnings: async (tx, { record, acting }) => [
      ...(await avisaDosCandidatos(tx, record.id)),
      ...(acting.settings.solPessoalReabrirSolicitacao === true
        ? []
        : ['Esta empresa não permite reabrir solicitações: o encerramento é definitivo.']),
    ],
    async effect(tx, { record: { id }, input, acting }) {
      await dizMudanca(tx, acting, id, 'encerrada', input.obsEncerra);
      await respondeAmanha(tx, id);
    },
  },
  reabrir: {
    // RUL-064
    guards: (_tx, { acting }) =>
      Promise.resolve(
        acting.settings.solPessoalReabrirSolicitacao === true
          ? []
          : ['Esta empresa não permite reabrir solicitações (configuração da empresa).'],
      ),
    warnings: (tx, { record }) => avisaDaReabertura(tx, record),
    async effect(tx, { record: { id }, input, acting }) {
      await tx.query(sql`update solicitacoes_pessoal set data_encerramento = null, obs_encerra = null where id = ${id}`);
      await dizMudanca(tx, acting, id, 'reaberta', input.obsReabertura);
    },
  },
  cancelar: {
    guards: (_tx, { record }) =>
      Promise.resolve(
        Number(record.qtdVagasPreenchidas) > 0
          ? ['Já houve contratação por esta solicitação: encerre-a em vez de cancelar.']
          : [],
      ),
    warnings: (tx, { record }) => avisaDosCandidatos(tx, record.id),
    async effect(tx, { record: { id }, input, acting }) {
      await dizMudanca(tx, acting, id, 'cancelada', input.obsCancelamento);
      await respondeAmanha(tx, id);
    },
  },
} satisfies NonNullable<Hooks['transitions']>;
