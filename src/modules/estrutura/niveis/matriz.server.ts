import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Escala, escalaDoHistorico, escalaNaData, escalasPorId } from './escalas.server.ts';
import { competenciasDoCargo } from './itens.server.ts';
import type { LinhaDaMatriz, Matriz, SerieRadar } from './matriz.ts';

/** The owner of the configurations: a band, or a talent. */
type Dono = 'faixa' | 'talento';

interface Configuracao {
  id: number;
  versao: number;
  data: string;
  historico: number | null;
  itens: { competencia: number; peso: number; nivel: number; comentario: string | null }[];
}

const TABELA = {
  faixa: {
    config: sql`config_niveis_faixas`,
    itens: sql`config_niveis_faixas_configs_niveis_competencias`,
    dono: sql`faixa_salarial_id`,
  },
  talento: {
    config: sql`config_niveis_talentos`,
    itens: sql`config_niveis_talentos_configs_niveis_competencias`,
    dono: sql`colaborador_id`,
  },
} as const;

const configuracoes = (db: Queryable, dono: Dono, qual: Sql) => {
  const { config, itens } = TABELA[dono];
  return db.query<Configuracao>(sql`
    select k.id, k.versao, k.data, k.nivel_competencia_historico_id as historico, (
      select coalesce(json_agg(json_build_object('competencia', i.competencia_id, 'peso', i.competencia_peso, 'nivel', i.nivel_competencia_id, 'comentario', i.comentario) order by i.ordem), '[]')
      from ${itens} i where i.registro_id = k.id) as itens
    from ${config} k where ${qual} order by k.data desc`);
};

const configuracao = async (db: Queryable, dono: Dono, qual: Sql): Promise<Configuracao | undefined> =>
  (await configuracoes(db, dono, qual))[0];

/** The configuration of a band or of a talent in force on a day. */
const vigente = (db: Queryable, dono: Dono, empresaId: number, donoId: number, data: string) =>
  configuracao(
    db,
    dono,
    sql`k.id = (select id from ${TABELA[dono].config} where empresa_id = ${empresaId} and ${TABELA[dono].dono} = ${donoId} and data <= ${data}::date order by data desc limit 1)`,
  );

interface MatrizPedida {
  empresaId: number;
  dono: Dono;
  donoId: number;
  faixaId: number | null;
  data: string;
  /** one configuration by its id; else the one in force on `data` */
  configId?: number;
  /** the levels of `data`, not those of the configuration: a new one is about to be made from it */
  nova?: boolean;
}

/** Columns, rows and values. Rows are the competencies of the band's position, and further ones of the configuration. */
export async function montaMatriz(db: Queryable, pedida: MatrizPedida): Promise<Matriz | undefined> {
  const { empresaId, dono, donoId, faixaId, configId, nova = false } = pedida;
  const config = configId
    ? await configuracao(db, dono, sql`k.id = ${configId} and k.empresa_id = ${empresaId} and k.${TABELA[dono].dono} = ${donoId}`)
    : await vigente(db, dono, empresaId, donoId, pedida.data);
  if (configId && !config) return undefined;
  const data = configId && config ? config.data : pedida.data;
  const escala =
    (!nova && config?.historico ? await escalaDoHistorico(db, empresaId, config.historico) : undefined) ??
    (await escalaNaData(db, empresaId, data));
  const exigida = dono === 'talento' && faixaId !== null ? await vigente(db, 'faixa', empresaId, faixaId, data) : undefined;
  const faixa = faixaId === null ? null : await faixaDe(db, empresaId, faixaId);
  const conhecidas = await competencias(db, empresaId, faixaId, config ? [config] : []);
  const performance = dono === 'talento' ? await performanceDe(db, empresaId, donoId) : undefined;
  return monta({ isNova: nova, data, faixa, config, exigida, escala, conhecidas, performance, deQuem: dono });
}

/** Configurations that are answered together. */
const MAIS_CONFIGURACOES = 200;
/** Lines of all of them, and levels that they name. */
const MAIS_LINHAS = 10_000;

/** What a configuration takes, and its scale: that it was made with, else that of its day. */
interface Medida {
  id: number;
  escala: number | null;
  linhas: number;
  niveis: number;
}

const medidasDaFaixa = (db: Queryable, empresaId: number, faixaId: number) => {
  const { config, itens } = TABELA.faixa;
  return db.query<Medida>(sql`
    select k.id, e.id as escala, (select count(*)::int from ${itens} i where i.registro_id = k.id) as linhas,
      (select count(*)::int from niveis_competencia_historico_config_historicos_niveis n where n.registro_id = e.id) as niveis
    from (
      select id, data, nivel_competencia_historico_id from ${config} where empresa_id = ${empresaId} and faixa_salarial_id = ${faixaId}
      limit ${MAIS_CONFIGURACOES + 1}) k
    cross join lateral (select coalesce(
      (select h.id from niveis_competencia_historico h where h.id = k.nivel_competencia_historico_id and h.empresa_id = ${empresaId}),
      (select h.id from niveis_competencia_historico h where h.empresa_id = ${empresaId} and h.data <= k.data order by h.data desc limit 1)) as id) e`);
};

/**
 * Every configuration of a band, the last first, with the same number of queries as for one.
 * @throws Refusal RESPOSTA_GRANDE when they are too many, or have too many lines or levels: they are read one by one
 */
export async function matrizesDaFaixa(db: Queryable, empresaId: number, faixaId: number): Promise<Matriz[]> {
  const medidas = await medidasDaFaixa(db, empresaId, faixaId);
  const soma = (de: 'linhas' | 'niveis') => medidas.reduce((total, medida) => total + medida[de], 0);
  if (medidas.length > MAIS_CONFIGURACOES || soma('linhas') > MAIS_LINHAS || soma('niveis') > MAIS_LINHAS) throw refuse.tooMuch();
  const configs = await configuracoes(db, 'faixa', sql`k.empresa_id = ${empresaId} and k.faixa_salarial_id = ${faixaId}`);
  const citadas = medidas.flatMap(({ escala }) => escala ?? []);
  const escalas = new Map((await escalasPorId(db, empresaId, citadas)).map((uma) => [uma.id, uma]));
  const escalaDe = new Map(medidas.map(({ id, escala }) => [id, escalas.get(escala ?? 0)]));
  const faixa = await faixaDe(db, empresaId, faixaId);
  const conhecidas = await competencias(db, empresaId, faixaId, configs);
  if (configs.length * conhecidas.length > MAIS_LINHAS) throw refuse.tooMuch();
  return configs.map((config) =>
    monta({
      isNova: false,
      data: config.data,
      faixa,
      config,
      exigida: undefined,
      escala: escalaDe.get(config.id),
      conhecidas,
      performance: undefined,
      deQuem: 'faixa',
    }),
  );
}

const faixaDe = async (db: Queryable, empresaId: number, faixaId: number) =>
  (await db.one<{ id: number; nome: string }>(
    sql`select id, nome_com_cargo as nome from faixas_salariais where id = ${faixaId} and empresa_id = ${empresaId}`,
  )) ?? null;

type Conhecida = Pick<
  LinhaDaMatriz,
  'competencia' | 'competenciaTipo' | 'competenciaObservacao' | 'solicitarComentario' | 'criteria' | 'comportamentos' | 'doCargo'
>;

/** The competencies of the band's position, and further ones of the configurations. */
function competencias(db: Queryable, empresaId: number, faixaId: number | null, configs: readonly Configuracao[]) {
  const citadas = [...new Set(configs.flatMap(({ itens }) => itens.map(({ competencia }) => competencia)))];
  return db.query<Conhecida>(sql`
    with do_cargo as (${competenciasDoCargo(sql`(select f.cargo_id from faixas_salariais f where f.id = ${faixaId} and f.empresa_id = ${empresaId})`)})
    select json_build_object('id', c.id, 'nome', c.nome) as competencia, c.tipo as "competenciaTipo", c.observacao as "competenciaObservacao",
      c.solicitar_comentario as "solicitarComentario", c.id in (select id from do_cargo) as "doCargo",
      (select coalesce(json_agg(json_build_object('id', k.id, 'descricao', k.descricao) order by k.descricao_ord), '[]')
        from criterios_avaliacao_competencia k where k.competencia_id = c.id) as criteria,
      (select coalesce(json_agg(json_build_object('id', b.id, 'descricao', b.descricao) order by b.ordem), '[]') from (
        select id, descricao, ordem from conhecimentos_competencias where registro_id = c.conhecimento_id
        union all select id, descricao, ordem from habilidades_competencias where registro_id = c.habilidade_id
        union all select id, descricao, ordem from atitudes_competencias where registro_id = c.atitude_id) b) as comportamentos
    from competencias c
    where c.empresa_id = ${empresaId} and (c.id in (select id from do_cargo) or c.id = any(${citadas}::bigint[]))
    order by array_position(array['C', 'H', 'A'], c.tipo), c.nome_ord, c.id`);
}

/** What a talent reached in each competency, by the latest concluded evaluation that shows it; undefined: none does. */
async function performanceDe(db: Queryable, empresaId: number, talentoId: number): Promise<Map<number, number> | undefined> {
  const avaliado = await db.one<{ competencias: { id: number; obtido: number | null }[] }>(sql`
    select (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.x -> 'id', 'obtido', c.x -> 'obtido')), '[]')
      from linhas_apuradas(a.avaliacao_desempenho_id, a.config_nivel_faixa_id, 'competencias', a.resultado -> 'competencias') as c(x, n)) as competencias
    from avaliados_desempenho a join avaliacoes_desempenho d on d.id = a.avaliacao_desempenho_id
    where a.empresa_id = ${empresaId} and a.colaborador_id = ${talentoId} and d.situacao = 'C' and d.exibir_performance_profissional
      and a.resultado is not null order by d.data_fim desc, d.id desc limit 1`);
  return (
    avaliado &&
    new Map(avaliado.competencias.flatMap(({ id, obtido }): [number, number][] => (obtido === null ? [] : [[id, obtido]])))
  );
}

interface Partes {
  isNova: boolean;
  data: string;
  faixa: Matriz['faixaSalarial'];
  config: Configuracao | undefined;
  exigida: Configuracao | undefined;
  escala: Escala | undefined;
  conhecidas: readonly Conhecida[];
  performance: ReadonlyMap<number, number> | undefined;
  deQuem: Dono;
}

function monta({ isNova, data, faixa, config, exigida, escala, conhecidas, performance, deQuem }: Partes): Matriz {
  const itens = new Map((config?.itens ?? []).map((item) => [item.competencia, item]));
  const exigidos = new Map((exigida?.itens ?? []).map((item) => [item.competencia, item]));
  const niveis = new Map((escala?.niveis ?? []).map((nivel) => [nivel.id, nivel]));
  const linha = (conhecida: Conhecida): LinhaDaMatriz => {
    const { competencia, competenciaTipo } = conhecida;
    const item = itens.get(competencia.id);
    const exigido = exigidos.get(competencia.id);
    const nivel = item ? niveis.get(item.nivel) : undefined;
    return {
      dataKey: `${competenciaTipo}-${competencia.id}`,
      ...conhecida,
      competenciaPeso: item?.peso ?? exigido?.peso ?? null,
      nivelCompetenciaId: nivel?.id ?? null,
      nivelCompetenciaOrdem: nivel?.ordem ?? null,
      nivelCompetenciaIndicacaoId: exigido?.nivel ?? null,
      nivelCompetencia: nivel ? { id: nivel.id, descricao: nivel.descricao } : null,
      ordem: nivel?.ordem ?? null,
      percentual: nivel?.percentual ?? null,
      comentario: item?.comentario ?? null,
      performance: performance?.get(competencia.id) ?? null,
    };
  };
  return {
    id: config && !isNova ? config.id : null,
    versao: config && !isNova ? config.versao : null,
    data,
    faixaSalarial: faixa,
    niveisCompetencias: escala?.niveis ?? [],
    configsNiveisCompetencias: conhecidas.filter(({ competencia, doCargo }) => doCargo || itens.has(competencia.id)).map(linha),
    exibiNivelCompetenciaExigido: (deQuem === 'faixa' ? config : exigida) !== undefined,
    considerarPercentualMinimo: escala?.considerarPercentualMinimo ?? false,
    ordemMaxima: escala?.niveis.at(-1)?.ordem ?? 0,
    exibirPerformance: performance !== undefined,
  };
}

/**
 * The levels that the band requires and those of the talent on a day, by the weights of the levels. A competency that one side
 * lacks counts 0 there.
 */
export async function serieRadar(
  db: Queryable,
  { empresaId, faixaId, talentoId, data }: { empresaId: number; faixaId: number | null; talentoId: number | null; data: string },
): Promise<SerieRadar> {
  const exigida = faixaId === null ? undefined : await vigente(db, 'faixa', empresaId, faixaId, data);
  const propria = talentoId === null ? undefined : await vigente(db, 'talento', empresaId, talentoId, data);
  // Both sides use the scale of the day; a level that it no longer has keeps the weight of its own scale.
  const hoje = await escalaNaData(db, empresaId, data);
  const pesos = async (config: Configuracao | undefined) => {
    const propria = config?.historico ? await escalaDoHistorico(db, empresaId, config.historico) : undefined;
    const ordem = new Map([...(propria?.niveis ?? []), ...(hoje?.niveis ?? [])].map((nivel) => [nivel.id, nivel.ordem]));
    return new Map((config?.itens ?? []).map(({ competencia, nivel }) => [competencia, ordem.get(nivel) ?? 0]));
  };
  const faixa = await pesos(exigida);
  const talento = await pesos(propria);
  const ids = [...new Set([...faixa.keys(), ...talento.keys()])];
  const nomes = await db.query<{ id: number; nome: string }>(sql`
    select id, nome from competencias where empresa_id = ${empresaId} and id = any(${ids}::bigint[])
    order by array_position(array['C', 'H', 'A'], tipo), nome_ord, id`);
  const valores = (por: ReadonlyMap<number, number>) => (por.size === 0 ? [] : nomes.map(({ id }) => por.get(id) ?? 0));
  return {
    labels: nomes.map(({ nome }) => nome),
    competenciasColaborador: valores(talento),
    competenciasFaixaSalarial: valores(faixa),
    ordemMaxima: Math.max(hoje?.niveis.at(-1)?.ordem ?? 0, ...faixa.values(), ...talento.values()),
  };
}
