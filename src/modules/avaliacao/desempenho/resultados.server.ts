import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { lideradosPor, talentosVisiveis, temMeuCpf } from '#modules/gestao-talentos/public.server.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { comentariosDe } from './comentarios.server.ts';
import { POR_VEZ } from './questionarios.ts';
import { resultadoDoAvaliado } from './resultado.server.ts';
import { cortado, type ResultadoNaTela, type ResultadoResumido, type Visao } from './resultado-na-tela.ts';

interface Lido extends Omit<ResultadoResumido, 'visao'> {
  visao: Visao | null;
  anonima: boolean;
  exibePerformance: boolean;
  exibeExigido: boolean;
  exibeAuto: boolean;
  pesos: ResultadoNaTela['pesos'];
  area: string | null;
  cargo: string | null;
  faixa: string | null;
  ciencia: string | null;
}

/**
 * As whom the actor reads a result: with the right over evaluations, of people whom they see; as the evaluated, and as who answers for
 * their area, once it is concluded; nobody else.
 */
function comoLe(acting: Acting): Sql {
  const rh = acting.can(avaliacoesDesempenho.authority) ? sql`${talentosVisiveis(acting)}` : sql`false`;
  return sql`case when ${temMeuCpf(acting)} then case when d.situacao = 'C' then 'avaliado' end when ${rh} then 'rh'
    when d.situacao = 'C' and ${lideradosPor(acting)} then 'lider' end`;
}

/** The people of whom the actor reads results at all: asked first, so that nobody reads through those of the whole company. */
const deQuemLe = (acting: Acting): Sql =>
  acting.can(avaliacoesDesempenho.authority)
    ? sql`true`
    : sql`(t.cpf = (select u.cpf from usuarios u where u.id = ${acting.usuarioId}) or ${lideradosPor(acting)})`;

const ler = async (
  db: Queryable,
  acting: Acting,
  onde: Sql,
  { de = sql`true`, pagina = 0 }: { de?: Sql; pagina?: number | undefined } = {},
): Promise<(Lido & { visao: Visao })[]> =>
  db.query<Lido & { visao: Visao }>(sql`
    select a.id, json_build_object('id', d.id, 'titulo', d.titulo, 'dataFim', d.data_fim, 'situacao', d.situacao) as avaliacao,
      json_build_object('id', t.id, 'nome', t.nome) as colaborador, a.desempenho::float8 as desempenho, a.potencial::float8 as potencial,
      a.performance::float8 as performance, a.metas::float8 as metas,
      json_build_object('competencias', d.peso_competencias, 'questionario', case when not d.avaliar_somente_competencias then d.peso_questionario end,
        'metas', nullif(d.peso_metas, 0)) as pesos, a.ciente_em as "cienteEm", a.ciencia, x.visao, d.anonima is true as anonima,
      d.exibir_performance_profissional as "exibePerformance", d.exibir_nivel_competencia_exigido as "exibeExigido",
      d.exibe_resultado_auto_avaliacao as "exibeAuto", o.nome as area, c.nome as cargo, f.nome as faixa
    from (
      select * from (
        select a.id, d.data_fim, d.id as avaliacao_id, t.nome_ord, ${comoLe(acting)} as visao
        from avaliados_desempenho a join avaliacoes_desempenho d on d.id = a.avaliacao_desempenho_id join talentos t on t.id = a.colaborador_id
        where a.empresa_id = ${acting.empresaId} and d.situacao <> 'N' and ${deQuemLe(acting)} and ${onde}) y
      where y.visao is not null and ${de} order by y.data_fim desc, y.avaliacao_id desc, y.nome_ord, y.id limit ${POR_VEZ} offset ${pagina * POR_VEZ}) x
    join avaliados_desempenho a on a.id = x.id join avaliacoes_desempenho d on d.id = a.avaliacao_desempenho_id
    join talentos t on t.id = a.colaborador_id
    left join areas_organizacionais o on o.id = a.area_id left join cargos c on c.id = a.cargo_id left join faixas_salariais f on f.id = a.faixa_salarial_id
    order by x.data_fim desc, x.avaliacao_id desc, x.nome_ord, x.id`);

/** Empties the numbers that the evaluation does not show to the evaluated. */
const resumido = (lido: Lido & { visao: Visao }): ResultadoResumido => {
  const { id, avaliacao, colaborador, cienteEm, visao } = lido;
  const mostra = visao !== 'avaliado' || lido.exibePerformance;
  const { desempenho, potencial, performance, metas } = mostra
    ? lido
    : { desempenho: null, potencial: null, performance: null, metas: null };
  return { id, avaliacao, colaborador, desempenho, potencial, performance, metas, cienteEm, visao };
};

interface Pedido {
  avaliacaoDesempenhoId?: number | undefined;
  colaboradorId?: number | undefined;
  /** one's own, or those of other people; absent: both */
  meus?: boolean | undefined;
  busca?: string | undefined;
  pagina?: number | undefined;
}

/** The results that the actor may read, a page at a time: one's own and those of the people they lead; with an evaluation, all of it that they see. */
export async function resultados(db: Queryable, acting: Acting, pedido: Pedido): Promise<ResultadoResumido[]> {
  const { avaliacaoDesempenhoId, colaboradorId, meus, busca = '', pagina } = pedido;
  const nome = fold(busca.trim());
  const onde = [
    avaliacaoDesempenhoId === undefined && colaboradorId === undefined ? sql`d.situacao = 'C'` : sql`true`,
    ...(avaliacaoDesempenhoId === undefined ? [] : [sql`d.id = ${avaliacaoDesempenhoId}`]),
    ...(colaboradorId === undefined ? [] : [sql`t.id = ${colaboradorId}`]),
    ...(nome === '' ? [] : [sql`strpos(t.nome_ord, ${nome}) > 0`]),
  ];
  const de = meus === undefined ? sql`true` : sql`(y.visao = 'avaliado') = ${meus}`;
  return (await ler(db, acting, join(onde, ' and '), { de, pagina })).map(resumido);
}

/** The evaluated may not read it as their own superior: of one's own result one is always the evaluated. */
async function um(db: Queryable, acting: Acting, id: number): Promise<Lido & { visao: Visao }> {
  const [lido] = await ler(db, acting, sql`a.id = ${id}`);
  if (!lido) throw refuse.notFound();
  return lido;
}

/** A result with all that its page shows. */
export async function resultado(db: Queryable, acting: Acting, id: number): Promise<ResultadoNaTela> {
  const lido = await um(db, acting, id);
  const inteiro = await resultadoDoAvaliado(db, lido.avaliacao.id, id);
  if (!inteiro)
    throw new Refusal(
      'RESULTADO_RESERVADO',
      lido.anonima
        ? 'Os resultados de uma avaliação anônima aparecem quando ela é concluída.'
        : 'Esta avaliação ainda não tem resultados.',
      409,
    );
  const ehRh = lido.visao !== 'avaliado';
  const exibe = {
    performance: ehRh || lido.exibePerformance,
    exigido: ehRh || lido.exibeExigido,
    auto: ehRh || lido.exibeAuto,
  };
  const visto = cortado(inteiro, exibe);
  const outros = await ler(db, acting, sql`t.id = ${lido.colaborador.id} and d.situacao = 'C' and a.id <> ${id}`);
  return {
    ...resumido(lido),
    desempenho: visto.desempenho,
    potencial: visto.potencial,
    performance: visto.performance,
    metas: visto.metas,
    anonima: lido.anonima,
    lugar: { area: lido.area, cargo: lido.cargo, faixa: lido.faixa },
    exibe,
    pesos: lido.pesos,
    resultado: visto,
    ...(await comentariosDe(db, lido, inteiro, exibe)),
    ciencia: lido.ciencia,
    podeDarCiencia: lido.visao === 'avaliado' && lido.cienteEm === null,
    outros: outros.map(({ id: outro, avaliacao }) => ({ id: outro, titulo: avaliacao.titulo })),
  };
}

/** The evaluated says that they have read their result, once. */
export async function daCiencia(tx: Tx, acting: Acting, id: number, ciencia: string | null): Promise<void> {
  const { visao } = await um(tx, acting, id);
  if (visao !== 'avaliado') throw refuse.forbidden();
  const feita = await tx.one(sql`
    update avaliados_desempenho set ciente_em = now(), ciencia = ${ciencia} where id = ${id} and ciente_em is null returning id`);
  if (!feita) throw new Refusal('CIENCIA_DADA', 'Você já deu ciência deste resultado.', 409);
  await acting.audit(tx, {
    table: 'avaliados_desempenho',
    id,
    action: 'A',
    changes: { ciente: [null, 'sim'], ...(ciencia === null ? {} : { ciencia: [null, ciencia] }) },
  });
}
