import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import {
  AVALIACOES,
  abreRodada,
  avaliacaoPorId,
  conclui,
  incluiAvaliados,
  type Montagem,
  paresDe,
  rodadaDe,
} from '#modules/avaliacao/public.server.ts';
import { DEFINICAO_VAZIA, type Definicao, questionOf } from '#platform/questionario/definition.ts';

interface Seed {
  empresaId: number;
  today: string;
}

const PERGUNTAS = [
  [8, 'Cumpre o que combina, no prazo e com qualidade'],
  [8, 'Resolve problemas antes que cresçam'],
  [9, 'Ajuda os colegas e divide o que sabe'],
  [9, 'Ouve, e muda de ideia quando é o caso'],
  [10, 'Aprende depressa o que ainda não sabe'],
  [10, 'Assumiria responsabilidades maiores'],
] as const;
const COMENTARIO = 7;

const modelo: Definicao = {
  ...DEFINICAO_VAZIA,
  introducao: 'Pense no trabalho dos últimos doze meses.',
  aspectos: [
    { id: 8, nome: 'Entrega' },
    { id: 9, nome: 'Colaboração' },
    { id: 10, nome: 'Potencial' },
  ],
  perguntas: [
    ...PERGUNTAS.map(([aspectoId, texto], n) =>
      questionOf({ id: n + 1, texto, tipo: '4', notaMinima: 1, notaMaxima: 5, aspectoId, peso: 1 }),
    ),
    questionOf({ id: COMENTARIO, texto: 'O que esta pessoa poderia fazer diferente?', tipo: '3', obrigatoria: false }),
  ],
  proximoId: 11,
};

const comentarios = [
  'Poderia pedir ajuda mais cedo.',
  'Continue como está: o time conta com você.',
  'Falta registrar o que foi decidido.',
  'Ouvir mais antes de responder.',
  'Delegar mais, e acompanhar menos de perto.',
] as const;

/** An evaluation of last year, an anonymous one of this year, both concluded, and one that people are answering. */
export async function seedEvaluations(tx: Tx, { empresaId, today }: Seed): Promise<void> {
  const { id: modeloId } = await tx.only<{ id: number }>(
    sql`insert into modelos_avaliacao (empresa_id, titulo, tipo, ativo) values (${empresaId}, 'Avaliação anual', 'D', true) returning id`,
  );
  await tx.query(sql`
    insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
    values (${empresaId}, 'avaliacao/modelos-avaliacao', ${modeloId}, 1, ${JSON.stringify(modelo)}::jsonb)`);
  const ano = Number(today.slice(0, 4));
  const todos = { areas: [] as number[], autoavaliacao: true, lider: true };
  const evaluate = (what: Omit<Evaluation, 'empresaId' | 'today' | 'modeloId'>) =>
    evaluation(tx, { empresaId, today, modeloId, ...what });
  await evaluate({ titulo: `Avaliação ${ano - 1}`, formato: '180', anonima: false, dias: [-400, -370], situacao: 'C', ...todos });
  await evaluate({
    titulo: `Avaliação ${ano}`,
    formato: '360',
    anonima: true,
    dias: [-70, -40],
    situacao: 'C',
    ...todos,
    pares: true,
    subordinados: true,
  });
  const areas = await tx.query<{ id: number }>(sql`
    select id from areas_organizacionais where empresa_id = ${empresaId} and nome in ('Recursos Humanos', 'Produção', 'Almoxarifado') order by id`);
  await evaluate({
    titulo: 'Avaliação das lideranças e das equipes',
    formato: '0',
    anonima: false,
    dias: [-5, 20],
    situacao: 'L',
    ...todos,
    pares: true,
    areas: areas.map(({ id }) => id),
  });
}

interface Evaluation extends Seed, Partial<Pick<Montagem, 'pares' | 'subordinados'>> {
  titulo: string;
  modeloId: number;
  formato: string;
  anonima: boolean;
  /** first and last day, from today */
  dias: readonly [number, number];
  situacao: 'L' | 'C';
  areas: readonly number[];
}

async function evaluation(tx: Tx, what: Evaluation): Promise<void> {
  const {
    empresaId,
    today,
    titulo,
    modeloId,
    formato,
    anonima,
    dias,
    situacao,
    areas,
    pares = false,
    subordinados = false,
  } = what;
  const [inicio, termino] = [addDays(today, dias[0]), addDays(today, dias[1])];
  const { id } = await tx.only<{ id: number }>(sql`
    insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, modelo_avaliacao_id, tipo, formato, permite_auto_avaliacao, anonima,
      exibe_resultado_auto_avaliacao, exibir_performance_profissional, exibir_nivel_competencia_exigido, peso_competencias, peso_questionario,
      peso_autoavaliacao, peso_lider, peso_par, peso_subordinado, peso_avaliador, situacao)
    values (${empresaId}, ${titulo}, ${inicio}::date, ${termino}::date, ${modeloId}, '2.0', ${formato}, true, ${anonima}, true, true, true, 1, 1, 0, 2, 1, 1, 1, 'L')
    returning id`);
  // A seed has no session: it sees the whole company.
  const acting = { empresaId, usuarioId: null, today, can: () => true } as unknown as Acting;
  const avaliacao = await avaliacaoPorId(tx, empresaId, id);
  const quem: Montagem = {
    alcance: 'F',
    talentos: [],
    areas,
    soAreas: false,
    estabelecimentos: [],
    cargos: [],
    autoavaliacao: true,
    lider: true,
    pares,
    subordinados,
    maximo: 4,
    avaliadores: [],
    papel: null,
  };
  await tx.query(sql`
    insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso, resumo)
    select ${empresaId}, ${id}, p.avaliado_id, p.avaliador_id, p.tipo, 1, left(a.nome || ' – ' || r.nome, 220)
    from (${paresDe(acting, avaliacao, quem, titulo)}) p join talentos a on a.id = p.avaliado_id join talentos r on r.id = p.avaliador_id`);
  await incluiAvaliados(tx, avaliacao);
  await abreRodada(tx, acting, { ...avaliacao, dataFim: termino < today ? today : termino });
  const rodada = await rodadaDe(tx, id);
  if (!rodada) throw new Error('no round');
  await tx.query(sql`update rodadas set ate = ${termino}::date where id = ${rodada.id}`);
  await tx.query(sql`
    insert into avaliacoes_desempenho_convites (avaliacao_desempenho_id, colaborador_id)
    select distinct ${id}::bigint, avaliador_id from participantes_avaliacao_desempenho where avaliacao_desempenho_id = ${id}`);
  await answer(tx, { rodadaId: rodada.id, avaliacaoId: id, share: situacao === 'C' ? 92 : 45 });
  if (situacao === 'L') return;
  await tx.query(sql`update avaliacoes_desempenho set situacao = 'C' where id = ${id}`);
  await conclui(tx, id);
  await tx.query(sql`update rodadas set estado = 'D' where id = ${rodada.id} and dono = ${AVALIACOES}`);
}

/** A number from 0 to 99 that belongs to a text. */
const chance = (text: string) => sql`(('x' || substr(md5(${sql([text])}), 1, 7))::bit(28)::int % 100)`;

/** So many of a hundred have answered: each evaluated has a strength of their own, about which evaluators differ a little. */
async function answer(tx: Tx, { rodadaId, avaliacaoId, share }: { rodadaId: number; avaliacaoId: number; share: number }) {
  // From 0 to 1: what somebody does, or could do, and how far this evaluator sees it otherwise.
  const visto = (de: 'faz' | 'pode') =>
    sql`greatest(0, least(1, ${chance(`d.sobre || '${de}'`)} / 100.0 * 0.75 + 0.2 + (${chance(`p.pessoa || x.n || '${de}'`)} - 50) / 250.0))`;
  await tx.query(sql`
    update participacoes set estado = 'R' where rodada_id = ${rodadaId} and ${chance("pessoa || sobre || 'r'")} < ${share}`);
  await tx.query(sql`
    insert into respostas_dadas (id, rodada_id, participacao_id, sobre, papel, atributos, notas)
    select id_aleatorio(), d.rodada_id, d.id, d.sobre, d.papel, d.atributos, (
      select array_agg(case when x.n >= ${COMENTARIO} then null else 1 + round(4 * v.visto) end::smallint order by x.n)
      from generate_series(1, ${modelo.proximoId - 1}) x(n) cross join lateral (select d.pessoa) p cross join lateral (select ${visto('pode')} as visto) v)
    from participacoes d where d.rodada_id = ${rodadaId} and d.estado = 'R'`);
  await tx.query(sql`
    insert into competencias_avaliadas (id, resposta_id, competencia_id, nivel_competencia_id)
    select id_aleatorio(), d.id, i.competencia_id, n.nivel_competencia_id
    from respostas_dadas d join participacoes p on p.id = d.participacao_id
    join avaliados_desempenho a on a.avaliacao_desempenho_id = ${avaliacaoId} and 'talentos:' || a.colaborador_id = d.sobre
    join config_niveis_faixas k on k.id = a.config_nivel_faixa_id
    join config_niveis_faixas_configs_niveis_competencias i on i.registro_id = k.id
    cross join lateral (select i.competencia_id as n) x
    cross join lateral (select ${visto('faz')} as visto) v
    join niveis_competencia_historico_config_historicos_niveis n on n.registro_id = k.nivel_competencia_historico_id and n.ordem = round(4 * v.visto)
    where d.rodada_id = ${rodadaId}`);
  await tx.query(sql`
    insert into respostas_escritas (id, rodada_id, resposta_id, pergunta_id, texto)
    select id_aleatorio(), d.rodada_id, d.id, ${COMENTARIO}, (${[...comentarios]}::text[])[1 + d.id % ${comentarios.length}]
    from respostas_dadas d where d.rodada_id = ${rodadaId} and d.id % 4 = 0`);
}
