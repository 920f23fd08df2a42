import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Heading } from '#kit/registry/registry.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { talentosVisiveis, temMeuCpf } from '#modules/gestao-talentos/public.server.ts';
import { extendRound, pauseRound, reopenRound, resumeRound } from '#platform/questionario/rounds.server.ts';
import { countMailing } from '#platform/session/throttle.server.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { avaliacaoPorId, incluiAvaliados } from './avaliados.server.ts';
import { conclui, linhasPorPessoa } from './conclusao.server.ts';
import { avisaConclusao, pedeCorreio } from './correio.server.ts';
import { papeisDe } from './papeis.ts';
import { emGrupo, PARES, perguntadosContaveis } from './pares.server.ts';
import { avisos, contagem, dasMetas, impedimentos, NUNCA_LIBERADA, semPeso } from './preparacao.server.ts';
import { AVALIACOES } from './resultado.server.ts';
import { abreRodada, rodadaDe } from './rodada.server.ts';

/** Beyond so many pairs a task asks them, and puts their answers together. */
const MUITOS = 5_000;
/** … and beyond so many numbers: a large questionnaire about some hundred people takes as long as a small one about thousands. */
const MUITOS_NUMEROS = 50_000;
const semRodada = async (tx: Tx, id: number): Promise<string[]> => ((await rodadaDe(tx, id)) ? [] : [NUNCA_LIBERADA]);

/**
 * Whoever does not see everybody who is evaluated, or is one of them, does not decide for all of them. It is left to those who see all areas,
 * who may be evaluated, too: in a small company there is nobody else.
 */
const foraDaVista = async (tx: Tx, acting: Acting, id: number): Promise<string[]> =>
  areasVisiveis(acting) &&
  (await tx.one(sql`
    select from avaliados_desempenho a join talentos t on t.id = a.colaborador_id
    where a.avaliacao_desempenho_id = ${id} and ((${talentosVisiveis(acting)}) is not true or ${temMeuCpf(acting)}) limit 1`))
    ? ['Há avaliados em áreas que você não vê, ou você é um deles: só quem vê todas as áreas decide isto.']
    : [];

/** Whoever does not see everybody who is evaluated takes their preparation away from nobody, nor uses up their reminder; whoever is one of them may. */
export async function exigeQueVejaTodos(tx: Tx, acting: Acting, id: number, faz: string): Promise<void> {
  const fora = await tx.one(sql`
    select from avaliados_desempenho a join talentos t on t.id = a.colaborador_id
    where a.avaliacao_desempenho_id = ${id} and (${talentosVisiveis(acting)}) is not true limit 1`);
  if (fora) throw new Refusal('FORA_DA_VISTA', `Há avaliados em áreas que você não vê: só quem os vê ${faz}.`, 409);
}

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

const papeisDeOutros = ({ tipo, formato }: { tipo: string; formato: string | null }) =>
  papeisDe({ tipo, formato, permiteAutoAvaliacao: false });

/** Whoever is evaluated does not take off what keeps secret who answers about them. */
async function recusaAoAvaliado(tx: Tx, acting: Acting, id: number, fault: Issue): Promise<void> {
  const sou = await tx.one(sql`
    select from avaliados_desempenho a join talentos t on t.id = a.colaborador_id
    where a.avaliacao_desempenho_id = ${id} and ${temMeuCpf(acting)} limit 1`);
  if (sou) throw refuse.invalid([fault]);
}

/** With names who evaluates whom was read already; without them a copy may hold the pairs of an evaluation that is answered in secret. */
async function recusaMudarAnonimato(tx: Tx, id: number): Promise<void> {
  const grupo = await tx.one(sql`
    select from ${PARES} p where p.avaliacao_desempenho_id = ${id} and ${emGrupo(sql`p.tipo`)} limit 1`);
  if (grupo)
    throw refuse.invalid([
      {
        field: 'anonima',
        message:
          'O anonimato não muda com pares, subordinados ou avaliadores já incluídos: remova-os antes, ou comece outra avaliação',
      },
    ]);
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
/** Of an anonymous one that still runs, who is evaluated would read in the number whether somebody answered about them (ADR 69). */
const DIZ_QUANTOS = `(t.anonima is not true or t.situacao = 'C')`;

export const avaliacoesDesempenhoHooks = hooksFor(avaliacoesDesempenho, {
  holdsOff: true,
  computed: {
    liberada: `coalesce(t.situacao = 'L', false)`,
    possuiResposta: `(${DIZ_QUANTOS} and exists (select from participacoes p where ${DESTA} and p.estado = 'R'))`,
    avaliados: '(select count(*)::int from avaliados_desempenho a where a.avaliacao_desempenho_id = t.id)',
    respondidas: `(select round(100.0 * count(*) filter (where p.estado = 'R') / nullif(count(*), 0), 1) from participacoes p where ${DESTA} and ${DIZ_QUANTOS})`,
  },
  heading: cabecalho,
  async beforeSave(tx, { value, before, acting }) {
    await exigeModelo(tx, value.modeloAvaliacao, before?.modeloAvaliacao);
    if (before?.situacao === 'N' && before.anonima === true) {
      // With names they would read, for a moment, who answers about them; and without a role, whether somebody stands in it.
      if (value.anonima !== true)
        await recusaAoAvaliado(tx, acting, before.id, {
          field: 'anonima',
          message: 'Você é um dos avaliados: só outra pessoa tira o anonimato desta avaliação',
        });
      const ficam = papeisDeOutros(value);
      if (papeisDeOutros(before).some((papel) => !ficam.includes(papel)))
        await recusaAoAvaliado(tx, acting, before.id, {
          field: 'formato',
          message: 'Você é um dos avaliados: só outra pessoa tira papéis desta avaliação',
        });
    }
    if (before?.situacao === 'N' && (before.anonima === true) !== (value.anonima === true))
      await recusaMudarAnonimato(tx, before.id);
    if (!before || before.situacao === 'N') return;
    const [fora] = JUIZO.some((nome) => value[nome] !== before[nome]) ? await foraDaVista(tx, acting, before.id) : [];
    if (fora) throw new Refusal('FORA_DA_VISTA', fora, 409);
    if (value.dataFim !== before.dataFim) await mudaTermino(tx, acting, before, value.dataFim);
  },
  // Of a record that comes back from the bin, its participants came back before.
  afterSave: async (tx, { id, before, acting }) => {
    if (!before) await incluiAvaliados(tx, { id, empresaId: acting.empresaId });
  },
  async beforeRemove(tx, { before, acting }) {
    await exigeQueVejaTodos(tx, acting, before.id, 'exclui esta avaliação');
    await tx.query(sql`delete from ${PARES} where avaliacao_desempenho_id = ${before.id}`);
  },
  // Beside the pairs that the evaluated are told of, a number would tell how many are about them (ADR 69).
  goesWith: [
    { table: 'avaliados_desempenho', column: 'avaliacao_desempenho_id' },
    { target: 'avaliacao/participante-avaliacao-desempenho', field: 'avaliacaoDesempenho', uncounted: true },
  ],
  transitions: {
    liberar: {
      // Whoever may not block it does not take the block back.
      guards: async (tx, { record, acting }) => [
        ...(await impedimentos(tx, acting, record.id)),
        ...(record.situacao === 'N' ? [] : await foraDaVista(tx, acting, record.id)),
      ],
      warnings: (tx, { record, acting }) => avisos(tx, acting, record.id),
      async asTask(tx, { record, acting }) {
        const { pares } = await contagem(tx, acting, record.id);
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
        ...semPeso(await avaliacaoPorId(tx, acting.empresaId, record.id)),
      ],
      async asTask(tx, { record, acting }) {
        const { pares } = await contagem(tx, acting, record.id);
        const muitos = pares > MUITOS || pares * (await linhasPorPessoa(tx, record.id)) > MUITOS_NUMEROS;
        return muitos ? { titulo: `Concluir ${record.titulo}`, writes: ['avaliados_desempenho'] } : undefined;
      },
      async warnings(tx, { record, acting }) {
        const { id } = await rodadaAberta(tx, record.id);
        const avaliacao = await avaliacaoPorId(tx, acting.empresaId, record.id);
        const metas = await dasMetas(tx, avaliacao);
        const { faltam, rascunhos } = await tx.only<{ faltam: number; rascunhos: number }>(sql`
          select (count(*) filter (where p.estado <> 'R'))::int as faltam, (count(*) filter (where p.estado = 'P'))::int as rascunhos
          from ${perguntadosContaveis(acting)} p where p.rodada_id = ${id}`);
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
