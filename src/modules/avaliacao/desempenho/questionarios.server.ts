import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { pessoasDoUsuario, talentosVisiveis, temMeuCpf } from '#modules/gestao-talentos/public.server.ts';
import { fromSlots } from '#platform/questionario/evaluate.ts';
import { versionOf } from '#platform/questionario/versions.server.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { evidenciasDe } from './evidencias.server.ts';
import { folhaPedida } from './folha.server.ts';
import type { CompetenciaAvaliada, FolhaPedida } from './folha.ts';
import { comparativaDe, POR_VEZ, type QuestionarioDaAvaliacao, type QuestionarioRespondido } from './questionarios.ts';
import { AVALIACOES, resultadoDeUma } from './resultado.server.ts';

const MAIS = 500;

/** In an anonymous evaluation leader and self answer by name, and are told so; of the others nobody reads who answered what. */
const temNome = sql`(r.modo = 'I' or p.papel in ('L', 'U'))`;

interface Lida extends QuestionarioDaAvaliacao {
  versaoId: number;
}

/**
 * Who evaluates whom. Everybody reads what they are asked themselves; whoever reads evaluations, also what is asked about the talents
 * whom they see, where answers carry a name; never what others say of themselves.
 */
async function quais(
  db: Queryable,
  acting: Acting,
  onde: readonly Sql[],
  { soMinhas = false, mais = MAIS, pagina = 0 } = {},
): Promise<Lida[]> {
  const minhas = await pessoasDoUsuario(db, acting);
  const minha = sql`p.pessoa = any(${minhas}::text[])`;
  const vejo =
    soMinhas || !acting.can(avaliacoesDesempenho.authority)
      ? minha
      : sql`(${minha} or (${temNome} and ${talentosVisiveis(acting)} and not ${temMeuCpf(acting)}))`;
  return db.query<Lida>(sql`
    select p.id, json_build_object('id', d.id, 'titulo', d.titulo) as "avaliacaoDesempenho", json_build_object('id', t.id, 'nome', t.nome) as avaliado,
      json_build_object('id', v.id, 'nome', v.nome) as avaliador, p.papel, r.ate::text as ate, p.estado, p.estado = 'R' as respondida,
      p.estado = 'P' as "respondidoParcialmente", ${minha} as minha, r.versao_id as "versaoId",
      p.estado <> 'R' and r.estado = 'A' and (r.ate is null or r.ate >= ${acting.today}::date) as aberta
    from participacoes p join rodadas r on r.id = p.rodada_id and r.dono = ${AVALIACOES}
    join avaliacoes_desempenho d on d.id = r.dono_id
    join talentos t on t.id = split_part(p.sobre, ':', 2)::bigint join talentos v on v.id = split_part(p.pessoa, ':', 2)::bigint
    where p.empresa_id = ${acting.empresaId} and ${join([vejo, ...onde], ' and ')}
    order by (p.estado <> 'R' and r.estado = 'A') desc, r.ate desc nulls last, r.id desc, t.nome_ord, p.papel, p.id limit ${mais} offset ${pagina * mais}`);
}

const semVersao = ({ versaoId: _, ...lida }: Lida): QuestionarioDaAvaliacao => lida;

interface Pedido {
  avaliacaoDesempenhoId?: number | undefined;
  avaliadoId?: number | undefined;
}

/** What waits for the person who acts, or was answered by them; of one evaluated, all that the reader may see. */
export async function questionarios(db: Queryable, acting: Acting, { avaliacaoDesempenhoId, avaliadoId }: Pedido) {
  const onde = [
    ...(avaliacaoDesempenhoId === undefined ? [] : [sql`d.id = ${avaliacaoDesempenhoId}`]),
    ...(avaliadoId === undefined ? [] : [sql`t.id = ${avaliadoId}`]),
  ];
  return (await quais(db, acting, onde, { soMinhas: avaliadoId === undefined })).map(semVersao);
}

/** SCR-124: what was answered, by whoever acts and by those whose answers they may read, a page at a time. */
export async function respondidas(
  db: Queryable,
  acting: Acting,
  {
    avaliacaoDesempenhoId,
    busca = '',
    pagina = 0,
  }: Pick<Pedido, 'avaliacaoDesempenhoId'> & { busca?: string | undefined; pagina?: number | undefined },
) {
  const nome = fold(busca.trim());
  const onde = [
    sql`p.estado = 'R'`,
    ...(avaliacaoDesempenhoId === undefined ? [] : [sql`d.id = ${avaliacaoDesempenhoId}`]),
    ...(nome === '' ? [] : [sql`(strpos(t.nome_ord, ${nome}) > 0 or strpos(v.nome_ord, ${nome}) > 0)`]),
  ];
  return (await quais(db, acting, onde, { mais: POR_VEZ, pagina })).map(semVersao);
}

/** One of them; a 404 to whoever may not see it. */
async function uma(db: Queryable, acting: Acting, id: number): Promise<Lida> {
  const [lida] = await quais(db, acting, [sql`p.id = ${id}`]);
  if (!lida) throw refuse.notFound();
  return lida;
}

export const questionario = async (db: Queryable, acting: Acting, id: number) => semVersao(await uma(db, acting, id));

/** What is asked of an evaluator: the sheet of competencies, and the questions. */
export async function perguntado(db: Queryable, acting: Acting, id: number) {
  const lida = await uma(db, acting, id);
  const { definicao } = await versionOf(db, lida.versaoId);
  const pedida = await folhaPedida(db, {
    donoId: lida.avaliacaoDesempenho.id,
    sobre: `talentos:${lida.avaliado.id}`,
  });
  return { ...semVersao(lida), pedida, definicao };
}

/** A questionnaire that was answered. */
export async function respondido(db: Queryable, acting: Acting, id: number): Promise<QuestionarioRespondido> {
  const { pedida, definicao, ...lida } = await perguntado(db, acting, id);
  const dada = await db.one<{ id: number; notas: (number | null)[]; nota: number | null }>(sql`
    select d.id, d.notas, n.nota::float8 as nota from respostas_dadas d left join notas_manuais n on n.resposta_id = d.id where d.participacao_id = ${id}`);
  if (!dada) throw new Refusal('NAO_RESPONDIDA', 'Este questionário ainda não foi respondido.', 409);
  const textos = await db.query<{ perguntaId: number; texto: string }>(
    sql`select pergunta_id as "perguntaId", texto from respostas_escritas where resposta_id = ${dada.id}`,
  );
  const competencias = await db.query<CompetenciaAvaliada>(sql`
    select competencia_id as "competenciaId", nivel_competencia_id as "nivelCompetenciaId", nivel_competencia_id is null as "naoObservada",
      criterios, comentario, ${evidenciasDe} as evidencias from competencias_avaliadas k where resposta_id = ${dada.id}`);
  const { avaliacaoDesempenho, avaliado, avaliador, papel } = lida;
  return {
    id,
    avaliacaoDesempenho,
    avaliado,
    avaliador,
    papel,
    pedida,
    definicao,
    folha: { competencias, nota: dada.nota },
    respostas: fromSlots(definicao, { notas: dada.notas, textos }),
    resultado: await resultadoDeUma(db, avaliacaoDesempenho.id, id),
  };
}

/** CALL-266: the levels that an evaluator gave, as the matrix of a talent shows them. */
export function matrizDada({ pedida, folha }: { pedida: FolhaPedida; folha: { competencias: readonly CompetenciaAvaliada[] } }) {
  const nivelDe = new Map(pedida.niveis.map((nivel) => [nivel.id, nivel]));
  const dadaDe = new Map(folha.competencias.map((dada) => [dada.competenciaId, dada]));
  return {
    niveisCompetencias: pedida.niveis,
    configsNiveisCompetencias: pedida.competencias.map((linha) => {
      const dada = dadaDe.get(linha.competencia.id);
      const nivel = nivelDe.get(dada?.nivelCompetenciaId ?? 0);
      return {
        ...linha,
        nivelCompetenciaId: nivel?.id ?? null,
        nivelCompetencia: nivel ? { id: nivel.id, descricao: nivel.descricao } : null,
        naoObservada: dada?.naoObservada ?? false,
        criterios: dada?.criterios ?? [],
        comentario: dada?.comentario ?? null,
      };
    }),
    considerarPercentualMinimo: pedida.porCriterios,
    exibiNivelCompetenciaExigido: pedida.competencias.some(({ nivelExigido }) => nivelExigido !== null),
    ordemMaxima: pedida.niveis.at(-1)?.ordem ?? 0,
  };
}

/** Two answered questionnaires side by side. */
export const comparados = async (db: Queryable, acting: Acting, [um, outro]: readonly [number, number]) =>
  comparativaDe(await respondido(db, acting, um), await respondido(db, acting, outro));
