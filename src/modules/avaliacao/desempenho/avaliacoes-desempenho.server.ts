import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Heading } from '#kit/registry/registry.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { meusVinculos, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { faultsToAsk } from '#platform/questionario/faults.ts';
import { extendRound, pauseRound, reopenRound, resumeRound } from '#platform/questionario/rounds.server.ts';
import { latestVersion } from '#platform/questionario/versions.server.ts';
import { countMailing } from '#platform/session/throttle.server.ts';
import { MODELOS } from '../avaliacoes/clone.server.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { type Avaliacao, avaliacaoPorId, incluiAvaliados, semCompetencias } from './avaliados.server.ts';
import { avisaConclusao, pedeCorreio } from './correio.server.ts';
import { type Papel, papeis, papeisDe } from './papeis.ts';
import { AVALIACOES, conclui, META_MEDIDA, metasDoPeriodo } from './resultado.server.ts';
import { abreRodada, rodadaDe } from './rodada.server.ts';

/** Beyond so many pairs a task asks them, and puts their answers together. */
const MUITOS = 5_000;
/** So many are named in a sentence, and the others counted. */
const NOMEADOS = 3;

/** 'Ana, Bruno, Carla e mais 4' */
function nomeados(nomes: readonly (string | null)[]): string {
  const ditos = nomes.filter((nome) => nome !== null).slice(0, NOMEADOS);
  const outros = nomes.length - ditos.length;
  if (ditos.length === 0) return counted(outros, 'pessoa de área que você não vê', 'pessoas de áreas que você não vê');
  return outros === 0 ? ditos.join(', ') : `${ditos.join(', ')} e mais ${outros.toLocaleString('pt-BR')}`;
}

/** The names of the evaluated people of whom a condition holds; null: somebody whom the actor does not see. */
const nomesDe = async (tx: Queryable, acting: Acting, id: number, quais: Sql): Promise<(string | null)[]> =>
  (
    await tx.query<{ nome: string | null }>(sql`
      select case when ${talentosVisiveis(acting)} then t.nome end as nome from avaliados_desempenho a join talentos t on t.id = a.colaborador_id
      where a.avaliacao_desempenho_id = ${id} and ${quais} order by t.nome_ord, t.id`)
  ).map(({ nome }) => nome);

interface Contagem {
  pares: number;
  avaliados: number;
  semEmail: number;
  fora: number;
}

const contagem = (tx: Queryable, id: number) =>
  tx.only<Contagem>(sql`
    select count(*)::int as pares, (select count(*)::int from avaliados_desempenho where avaliacao_desempenho_id = ${id}) as avaliados,
      (count(distinct t.id) filter (where t.email is null))::int as "semEmail",
      (count(distinct t.id) filter (where t.situacao not in ('A', 'U')))::int as fora
    from participantes_avaliacao_desempenho p join talentos t on t.id = p.avaliador_id where p.avaliacao_desempenho_id = ${id}`);

/** Why it cannot be asked yet, all at once. */
async function impedimentos(tx: Tx, acting: Acting, id: number): Promise<string[]> {
  const avaliacao = await avaliacaoPorId(tx, acting.empresaId, id);
  if (avaliacao.situacao !== 'N' && !(await rodadaDe(tx, id))) return [NUNCA_LIBERADA];
  if (avaliacao.dataFim < acting.today)
    return ['O término já passou: mude-o antes de liberar.', ...(await daPreparacao(tx, acting, avaliacao))];
  return daPreparacao(tx, acting, avaliacao);
}

async function daPreparacao(tx: Tx, acting: Acting, avaliacao: Avaliacao): Promise<string[]> {
  const { id, empresaId, situacao, modeloAvaliacaoId, avaliarSomenteCompetencias } = avaliacao;
  if (situacao !== 'N') return [];
  const { pares, avaliados } = await contagem(tx, id);
  const sozinhos = await nomesDe(
    tx,
    acting,
    id,
    sql`not exists (select from participantes_avaliacao_desempenho p where p.avaliacao_desempenho_id = a.avaliacao_desempenho_id and p.avaliado_id = t.id)`,
  );
  const saiu = await nomesDe(tx, acting, id, sql`t.situacao not in ('A', 'U')`);
  const semNivel = avaliarSomenteCompetencias ? await nomesDe(tx, acting, id, semCompetencias(acting.today)) : [];
  const permitidos = papeisDe(avaliacao);
  const alheios = await tx.query<{ tipo: Papel; n: number }>(sql`
    select tipo, count(*)::int as n from participantes_avaliacao_desempenho
    where avaliacao_desempenho_id = ${id} and tipo <> all(${permitidos}::text[]) group by tipo order by tipo`);
  return [
    ...(pares === 0 && avaliados === 0 ? ['Ainda não há avaliados: inclua os participantes.'] : []),
    ...(sozinhos.length > 0 ? [`Sem avaliador: ${nomeados(sozinhos)}.`] : []),
    ...(saiu.length > 0 ? [`Não trabalham mais aqui: ${nomeados(saiu)}. Remova-os dos avaliados.`] : []),
    ...alheios.map(
      ({ tipo, n }) =>
        `${counted(n, 'participante tem', 'participantes têm')} o papel ${papeis[tipo]}, que esta avaliação não tem.`,
    ),
    ...(avaliarSomenteCompetencias ? [] : await doModelo(tx, empresaId, modeloAvaliacaoId)),
    ...(semNivel.length > 0 ? [`Sem competências configuradas na faixa: ${nomeados(semNivel)}.`] : []),
  ];
}

async function doModelo(tx: Tx, empresaId: number, donoId: number | null): Promise<string[]> {
  if (donoId === null) return ['Falta o modelo de avaliação.'];
  const { ativo } = await tx.only<{ ativo: boolean }>(sql`select ativo from modelos_avaliacao where id = ${donoId}`);
  const { definicao } = await latestVersion(tx, { empresaId, dono: MODELOS, donoId });
  const faltas = faultsToAsk(definicao);
  return [
    ...(ativo ? [] : ['O modelo de avaliação está inativo.']),
    ...(definicao.perguntas.length === 0
      ? ['O modelo de avaliação não tem perguntas.']
      : faltas.length > 0
        ? [`As perguntas do modelo ainda não podem ser respondidas: ${faltas[0]?.message}.`]
        : []),
  ];
}

/** Of an evaluation that weighs goals: whose goals those are, and how many of them nobody has measured. */
async function dasMetas(tx: Tx, { id, empresaId, pesoMetas, metasDe, metasAte }: Avaliacao) {
  if (!pesoMetas || metasDe === null || metasAte === null) return undefined;
  const contadas = await tx.only<{ semMetas: number; semMedida: number }>(sql`
    select (count(*) filter (where x.metas = 0))::int as "semMetas", coalesce(sum(x.metas - x.medidas), 0)::int as "semMedida"
    from avaliados_desempenho a cross join lateral (
      select count(*) as metas, count(*) filter (where ${META_MEDIDA}) as medidas from metas m
      where m.empresa_id = ${empresaId} and m.colaborador_id = a.colaborador_id and ${metasDoPeriodo(metasDe, metasAte)}) x
    where a.avaliacao_desempenho_id = ${id}`);
  return { ...contadas, periodo: `de ${formatDate(metasDe)} a ${formatDate(metasAte)}`, pesoMetas };
}

/** What is good to know before people are asked. */
async function avisos(tx: Tx, acting: Acting, id: number): Promise<string[]> {
  const avaliacao = await avaliacaoPorId(tx, acting.empresaId, id);
  if (avaliacao.situacao !== 'N') return [];
  const { pares, avaliados, semEmail, fora } = await contagem(tx, id);
  const semNivel = avaliacao.avaliarSomenteCompetencias ? [] : await nomesDe(tx, acting, id, semCompetencias(acting.today));
  const poucos = avaliacao.anonima
    ? await nomesDe(
        tx,
        acting,
        id,
        sql`(select count(*) from participantes_avaliacao_desempenho p where p.avaliacao_desempenho_id = a.avaliacao_desempenho_id
          and p.avaliado_id = t.id and p.tipo in ('P', 'A', 'R')) between 1 and 2`,
      )
    : [];
  const metas = await dasMetas(tx, avaliacao);
  return [
    `${counted(avaliados, 'pessoa é avaliada', 'pessoas são avaliadas')}, em ${counted(pares, 'resposta', 'respostas')}.`,
    ...(metas
      ? [
          `As metas que terminam ${metas.periodo} contam com peso ${metas.pesoMetas}${
            metas.semMetas > 0 ? `; ${counted(metas.semMetas, 'pessoa não tem', 'pessoas não têm')} nenhuma iniciada` : ''
          }.`,
        ]
      : []),
    ...(avaliacao.dataIni > acting.today ? ['O período ainda não começou, e as pessoas já podem responder desde agora.'] : []),
    ...(semEmail > 0
      ? [
          `${counted(semEmail, 'avaliador não tem e-mail, e responde', 'avaliadores não têm e-mail, e respondem')} só com o seu acesso.`,
        ]
      : []),
    ...(fora > 0 ? [`${counted(fora, 'avaliador não trabalha', 'avaliadores não trabalham')} mais aqui.`] : []),
    ...(semNivel.length > 0 ? [`Sem competências configuradas, e sem nota de desempenho: ${nomeados(semNivel)}.`] : []),
    ...(poucos.length > 0
      ? [`Com menos de três pares, subordinados e avaliadores, cujas respostas não apareceriam: ${nomeados(poucos)}.`]
      : []),
  ];
}

const NUNCA_LIBERADA = 'Ninguém recebeu perguntas: esta avaliação nunca foi liberada.';
const semRodada = async (tx: Tx, id: number): Promise<string[]> => ((await rodadaDe(tx, id)) ? [] : [NUNCA_LIBERADA]);

/**
 * Whoever does not see everybody who is evaluated, or is one of them, does not decide for all of them. It is left to those who see all areas,
 * who may be evaluated, too: in a small company there is nobody else.
 */
const foraDaVista = async (tx: Tx, acting: Acting, id: number): Promise<string[]> =>
  areasVisiveis(acting) &&
  (await tx.one(sql`
    select from avaliados_desempenho a join talentos t on t.id = a.colaborador_id
    where a.avaliacao_desempenho_id = ${id} and ((${talentosVisiveis(acting)}) is not true or t.id in (${meusVinculos(acting)})) limit 1`))
    ? ['Há avaliados em áreas que você não vê, ou você é um deles: só quem vê todas as áreas decide isto.']
    : [];

const JUIZO = [
  'exibeResultadoAutoAvaliacao',
  'exibirPerformanceProfissional',
  'exibirNivelCompetenciaExigido',
  'pesoCompetencias',
  'pesoQuestionario',
  'pesoMetas',
  'pesoAutoavaliacao',
  'pesoLider',
  'pesoPar',
  'pesoSubordinado',
  'pesoAvaliador',
] as const;

const rodadaAberta = async (tx: Tx, id: number) => {
  const rodada = await rodadaDe(tx, id);
  if (!rodada) throw new Error(`evaluation ${id} was released and has no round`);
  return rodada;
};

/** The last day moves with the evaluation's; what has closed by its day opens again, unless that would tell who came later. */
async function mudaTermino(
  tx: Tx,
  acting: Acting,
  { id, dataFim: antes }: { id: number; dataFim: string },
  dataFim: string,
): Promise<void> {
  const { id: rodada, estado, modo } = await rodadaAberta(tx, id);
  if (dataFim < acting.today) throw refuse.invalid([{ field: 'dataFim', message: 'Este dia já passou' }]);
  const [fora] = dataFim < antes ? await foraDaVista(tx, acting, id) : [];
  if (fora) throw new Refusal('FORA_DA_VISTA', fora, 409);
  if (estado === 'A' || estado === 'P') return extendRound(tx, acting, rodada, dataFim);
  if (modo !== 'I')
    throw new Refusal(
      'RODADA_APURADA',
      'O término desta avaliação anônima já passou: ela não volta a receber respostas. Conclua-a.',
      409,
    );
  await reopenRound(tx, acting, rodada, dataFim);
}

async function exigeModelo(tx: Tx, id: number | null, antes: unknown): Promise<void> {
  if (id === null || bare(antes) === id) return;
  const modelo = await tx.one<{ tipo: string; ativo: boolean }>(sql`select tipo, ativo from modelos_avaliacao where id = ${id}`);
  if (modelo?.tipo !== 'D')
    throw refuse.invalid([{ field: 'modeloAvaliacao', message: 'Este modelo não é de avaliação de desempenho' }]);
  if (!modelo.ativo) throw refuse.invalid([{ field: 'modeloAvaliacao', message: 'Este modelo está inativo' }]);
}

/** What the head of the page says beside the state. */
async function cabecalho(db: Queryable, acting: Acting, id: number): Promise<Heading> {
  const rodada = await rodadaDe(db, id);
  const { situacao, dataFim } = await avaliacaoPorId(db, acting.empresaId, id);
  const terminou = situacao === 'L' && (dataFim < acting.today || rodada?.estado === 'F' || rodada?.estado === 'D');
  return {
    estado: terminou ? { texto: 'Prazo encerrado, por concluir', tom: 'waiting' } : null,
    prazos: situacao === 'L' && !terminou ? [{ data: dataFim, titulo: 'Último dia para responder' }] : [],
  };
}

const DESTA = `p.rodada_id = (select r.id from rodadas r where r.dono = '${AVALIACOES}' and r.dono_id = t.id)`;

export const avaliacoesDesempenhoHooks = hooksFor(avaliacoesDesempenho, {
  computed: {
    liberada: `coalesce(t.situacao = 'L', false)`,
    possuiResposta: `exists (select from participacoes p where ${DESTA} and p.estado = 'R')`,
    avaliados: '(select count(*)::int from avaliados_desempenho a where a.avaliacao_desempenho_id = t.id)',
    respondidas: `(select round(100.0 * count(*) filter (where p.estado = 'R') / nullif(count(*), 0), 1) from participacoes p where ${DESTA})`,
  },
  heading: cabecalho,
  async beforeSave(tx, { value, before, acting }) {
    await exigeModelo(tx, value.modeloAvaliacao, before?.modeloAvaliacao);
    if (!before || before.situacao === 'N') return;
    const [fora] = JUIZO.some((nome) => value[nome] !== before[nome]) ? await foraDaVista(tx, acting, before.id) : [];
    if (fora) throw new Refusal('FORA_DA_VISTA', fora, 409);
    if (value.dataFim !== before.dataFim) await mudaTermino(tx, acting, before, value.dataFim);
  },
  // Of a record that comes back from the bin, its participants came back before.
  afterSave: async (tx, { id, before, acting }) => {
    if (!before) await incluiAvaliados(tx, { id, empresaId: acting.empresaId });
  },
  async beforeRemove(tx, { before }) {
    await tx.query(sql`delete from participantes_avaliacao_desempenho where avaliacao_desempenho_id = ${before.id}`);
  },
  goesWith: [{ target: 'avaliacao/participante-avaliacao-desempenho', field: 'avaliacaoDesempenho' }],
  transitions: {
    liberar: {
      guards: (tx, { record, acting }) => impedimentos(tx, acting, record.id),
      warnings: (tx, { record, acting }) => avisos(tx, acting, record.id),
      async asTask(tx, { record }) {
        const { pares } = await contagem(tx, record.id);
        return record.situacao === 'N' && pares > MUITOS
          ? { titulo: `Liberar ${record.titulo}`, writes: ['participacoes'] }
          : undefined;
      },
      async effect(tx, { record, acting }) {
        if (record.situacao === 'N') await abreRodada(tx, acting, await avaliacaoPorId(tx, acting.empresaId, record.id));
        else await resumeRound(tx, acting, (await rodadaAberta(tx, record.id)).id);
        await pedeCorreio(tx);
        await countMailing(tx, acting);
      },
    },
    bloquear: {
      guards: async (tx, { record, acting }) => [
        ...(await semRodada(tx, record.id)),
        ...(await foraDaVista(tx, acting, record.id)),
      ],
      effect: async (tx, { record }) => pauseRound(tx, (await rodadaAberta(tx, record.id)).id),
    },
    concluir: {
      guards: async (tx, { record, acting }) => [
        ...(await semRodada(tx, record.id)),
        ...(await foraDaVista(tx, acting, record.id)),
      ],
      async asTask(tx, { record }) {
        const { pares } = await contagem(tx, record.id);
        return pares > MUITOS ? { titulo: `Concluir ${record.titulo}`, writes: ['avaliados_desempenho'] } : undefined;
      },
      async warnings(tx, { record, acting }) {
        const { id } = await rodadaAberta(tx, record.id);
        const metas = await dasMetas(tx, await avaliacaoPorId(tx, acting.empresaId, record.id));
        const { faltam, rascunhos } = await tx.only<{ faltam: number; rascunhos: number }>(sql`
          select (count(*) filter (where estado <> 'R'))::int as faltam, (count(*) filter (where estado = 'P'))::int as rascunhos
          from participacoes where rodada_id = ${id}`);
        return [
          ...(faltam > 0
            ? [`${counted(faltam, 'resposta ainda não chegou', 'respostas ainda não chegaram')}, e não contam.`]
            : []),
          ...(metas && metas.semMedida > 0
            ? [`${counted(metas.semMedida, 'meta não foi medida, e não conta', 'metas não foram medidas, e não contam')}.`]
            : []),
          ...(rascunhos > 0 ? [`${counted(rascunhos, 'delas está começada', 'delas estão começadas')}.`] : []),
        ];
      },
      async effect(tx, { record, acting }) {
        await conclui(tx, record.id);
        await avisaConclusao(tx, record.id);
        await countMailing(tx, acting);
      },
    },
  },
});
