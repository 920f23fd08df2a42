import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { lideradosPor, talentosVisiveis, temMeuCpf } from '#modules/gestao-talentos/public.server.ts';
import { fromSlots } from '#platform/questionario/evaluate.ts';
import { versionOf } from '#platform/questionario/versions.server.ts';
import { MODELOS } from '../avaliacoes/clone.server.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { evidenciasDe } from './evidencias.server.ts';
import type { Evidencia } from './folha.ts';
import type { Papel } from './papeis.ts';
import { PARES } from './pares.server.ts';
import { POR_VEZ } from './questionarios.ts';
import { AVALIACOES, resultadosDe } from './resultado.server.ts';
import { MINIMO_DO_GRUPO, type PapelDoResultado, papeisDoResultado, type Resultado } from './resultado.ts';
import {
  cortado,
  grupoDe,
  MAIS_TEXTOS,
  papelDoTexto,
  type ResultadoNaTela,
  type ResultadoResumido,
  type Visao,
} from './resultado-na-tela.ts';

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

/** What somebody wrote about a competency or in answer to a question. */
interface Texto {
  respostaId: number;
  competenciaId: number | null;
  perguntaId: number | null;
  texto: string;
  evidencias: Evidencia[];
}

interface Enviada {
  id: number;
  papel: Papel;
  nome: string;
  notas: (number | null)[];
  /** those to which a level was given */
  competencias: number[];
}

/** What was written about somebody, in the order of competencies and questions; texts of groups are mixed and without names. */
async function comentariosDe(
  db: Queryable,
  lido: Lido & { visao: Visao },
  resultado: Resultado,
): Promise<Pick<ResultadoNaTela, 'comentarios' | 'maisComentarios' | 'versaoDoModelo'>> {
  const rodada = await db.one<{ id: number; versaoId: number }>(
    sql`select id, versao_id as "versaoId" from rodadas where dono = ${AVALIACOES} and dono_id = ${lido.avaliacao.id}`,
  );
  if (!rodada) return { comentarios: [], maisComentarios: false, versaoDoModelo: null };
  const { definicao, dono, numero } = await versionOf(db, rodada.versaoId);
  const enviadas = await db.query<Enviada>(sql`
    select d.id, p.papel, t.nome, d.notas, (
      select coalesce(json_agg(k.competencia_id), '[]') from competencias_avaliadas k
      where k.resposta_id = d.id and k.nivel_competencia_id is not null) as competencias
    from participacoes p join respostas_dadas d on d.participacao_id = p.id
    join talentos t on t.id = split_part(p.pessoa, ':', 2)::bigint
    join ${PARES} q on q.avaliacao_desempenho_id = ${lido.avaliacao.id} and q.avaliado_id = ${lido.colaborador.id}
      and q.avaliador_id = t.id
    where p.rodada_id = ${rodada.id} and p.sobre = ${`talentos:${lido.colaborador.id}`}`);
  const escritosAoTodo = await db.query<Texto>(sql`
    select x.resposta_id as "respostaId", x.competencia_id as "competenciaId", x.pergunta_id as "perguntaId", x.texto, x.evidencias from (
      select k.id, k.resposta_id, k.competencia_id, null::int as pergunta_id, coalesce(k.comentario, '') as texto, ${evidenciasDe} as evidencias
      from competencias_avaliadas k
      where k.comentario is not null or exists (select from evidencias_avaliadas e where e.competencia_avaliada_id = k.id)
      union all select e.id, e.resposta_id, null, e.pergunta_id, e.texto, '[]' from respostas_escritas e) x
    where x.resposta_id = any(${enviadas.map(({ id }) => id)}::bigint[])
    order by md5(x.id::text) limit ${MAIS_TEXTOS + 1}`);
  const textos = escritosAoTodo.slice(0, MAIS_TEXTOS);
  const textosDe = Map.groupBy(textos, ({ respostaId }) => respostaId);
  const respostas = enviadas.map((enviada) => {
    const escritos = (textosDe.get(enviada.id) ?? []).flatMap(({ perguntaId, texto }) =>
      perguntaId === null ? [] : [{ perguntaId, texto }],
    );
    const respondidas = fromSlots(definicao, { notas: enviada.notas, textos: escritos }).map(({ perguntaId }) => perguntaId);
    return { ...enviada, perguntas: respondidas, grupo: grupoDe(resultado, enviada.papel)?.papel };
  });
  const deQuem = new Map(respostas.map((resposta) => [resposta.id, resposta]));
  const auto = lido.visao !== 'avaliado' || lido.exibeAuto;

  /** What may be told of the texts about one competency or question, which `respondeu` somebody or not. */
  const ditos = (seus: readonly Texto[], respondeu: (resposta: (typeof respostas)[number]) => boolean) => {
    if (seus.length === 0) return [];
    const quantos = Map.groupBy(respostas.filter(respondeu), ({ grupo }) => grupo);
    return seus
      .flatMap(({ respostaId, texto, evidencias }) => {
        const resposta = deQuem.get(respostaId);
        if (!resposta) return [];
        const papel = papelDoTexto(
          resposta.papel,
          lido.anonima,
          resultado,
          MINIMO_DO_GRUPO,
          (grupo) => quantos.get(grupo)?.length ?? 0,
        );
        return papel === null || (papel === 'U' && !auto)
          ? []
          : [{ papel, nome: lido.anonima ? null : resposta.nome, texto, evidencias }];
      })
      .sort((um, outro) => ordem.indexOf(um.papel) - ordem.indexOf(outro.papel));
  };
  const comentarios = [
    ...resultado.competencias.map(({ id, nome }) => ({
      competenciaId: id,
      perguntaId: null,
      sobre: nome,
      textos: ditos(
        textos.filter(({ competenciaId }) => competenciaId === id),
        ({ competencias }) => competencias.includes(id),
      ),
    })),
    ...definicao.perguntas.map(({ id, texto }) => ({
      competenciaId: null,
      perguntaId: id,
      sobre: texto,
      textos: ditos(
        textos.filter(({ perguntaId }) => perguntaId === id),
        ({ perguntas }) => perguntas.includes(id),
      ),
    })),
  ].filter((um) => um.textos.length > 0);
  return {
    comentarios,
    maisComentarios: escritosAoTodo.length > MAIS_TEXTOS,
    versaoDoModelo: dono === MODELOS ? numero : null,
  };
}

const ordem = Object.keys(papeisDoResultado) as PapelDoResultado[];

/** The evaluated may not read it as their own superior: of one's own result one is always the evaluated. */
async function um(db: Queryable, acting: Acting, id: number): Promise<Lido & { visao: Visao }> {
  const [lido] = await ler(db, acting, sql`a.id = ${id}`);
  if (!lido) throw refuse.notFound();
  return lido;
}

/** A result with all that its page shows. */
export async function resultado(db: Queryable, acting: Acting, id: number): Promise<ResultadoNaTela> {
  const lido = await um(db, acting, id);
  const inteiro = (await resultadosDe(db, { avaliacaoId: lido.avaliacao.id, avaliadoIds: [id] })).get(id);
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
    ...(await comentariosDe(db, lido, inteiro)),
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
