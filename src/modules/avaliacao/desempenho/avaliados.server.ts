import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { lideradosPor, pessoasDoUsuario, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { talentoDaChave } from './folha.server.ts';
import { MAIS_COMPETENCIAS } from './folha.ts';
import { PARES } from './pares.server.ts';
import { AVALIACOES } from './resultado.server.ts';

/** The evaluated with their evaluation and as talents: `a`, `d`, `t`. */
export const AVALIADOS = sql`avaliados_desempenho a join avaliacoes_desempenho d on d.id = a.avaliacao_desempenho_id
  join talentos t on t.id = a.colaborador_id`;

/** An evaluation as its table has it. */
export interface Avaliacao {
  id: number;
  empresaId: number;
  titulo: string;
  dataIni: string;
  dataFim: string;
  mensagem: string | null;
  avaliarSomenteCompetencias: boolean;
  modeloAvaliacaoId: number | null;
  notaQuestionarioManual: boolean;
  tipo: '1.0' | '2.0';
  formato: string | null;
  permiteAutoAvaliacao: boolean;
  anonima: boolean;
  consideraRespCorespHierarquia: boolean;
  exibeResultadoAutoAvaliacao: boolean;
  exibirPerformanceProfissional: boolean;
  exibirNivelCompetenciaExigido: boolean;
  pesoCompetencias: number;
  pesoQuestionario: number | null;
  pesoMetas: number | null;
  metasDe: string | null;
  metasAte: string | null;
  pesoAutoavaliacao: number | null;
  pesoLider: number | null;
  pesoPar: number | null;
  pesoSubordinado: number | null;
  pesoAvaliador: number | null;
  situacao: 'N' | 'L' | 'B' | 'C';
}

const AVALIACAO = sql`d.id, d.empresa_id as "empresaId", d.titulo, d.data_ini as "dataIni", d.data_fim as "dataFim", d.mensagem,
  d.avaliar_somente_competencias as "avaliarSomenteCompetencias", d.modelo_avaliacao_id as "modeloAvaliacaoId",
  d.nota_questionario_manual as "notaQuestionarioManual", d.tipo, d.formato, d.permite_auto_avaliacao is true as "permiteAutoAvaliacao",
  d.anonima is true as anonima, d.considera_resp_coresp_hierarquia as "consideraRespCorespHierarquia",
  d.exibe_resultado_auto_avaliacao as "exibeResultadoAutoAvaliacao",
  d.exibir_performance_profissional as "exibirPerformanceProfissional",
  d.exibir_nivel_competencia_exigido as "exibirNivelCompetenciaExigido", d.peso_competencias as "pesoCompetencias",
  d.peso_questionario as "pesoQuestionario", d.peso_metas as "pesoMetas", d.metas_de as "metasDe", d.metas_ate as "metasAte",
  d.peso_autoavaliacao as "pesoAutoavaliacao", d.peso_lider as "pesoLider",
  d.peso_par as "pesoPar", d.peso_subordinado as "pesoSubordinado", d.peso_avaliador as "pesoAvaliador", d.situacao`;

/** An evaluation by its id alone; the caller has judged who may read it. `lock` keeps it as it is until the transaction ends. */
export async function avaliacaoPorId(db: Queryable, empresaId: number, id: number, lock = false): Promise<Avaliacao> {
  const found = await db.one<Avaliacao>(sql`
    select ${AVALIACAO} from avaliacoes_desempenho d where d.id = ${id} and d.empresa_id = ${empresaId} ${lock ? sql`for update` : sql``}`);
  if (!found) throw refuse.notFound();
  return found;
}

/** Whoever opens the registry of evaluations sees those of the areas that they see, whatever the state of the evaluation. */
export const podeTudo = (acting: Acting): boolean => acting.can(avaliacoesDesempenho.authority);

/**
 * Whose results the actor sees, as a condition over `a` (avaliados_desempenho) joined with its talent `t`: with the right over
 * evaluations, people of the areas that they see; without it whoever leads them, once the evaluation is concluded.
 */
export const avaliadosVisiveis = (acting: Acting): Sql =>
  podeTudo(acting)
    ? sql`a.empresa_id = ${acting.empresaId} and ${talentosVisiveis(acting)}`
    : sql`a.empresa_id = ${acting.empresaId} and ${lideradosPor(acting)}
        and exists (select from avaliacoes_desempenho c where c.id = a.avaliacao_desempenho_id and c.situacao = 'C')`;

/** Over the evaluation `d`: on a nine-box, whoever conducts no evaluations is told of the leader alone in an anonymous one, and of who evaluates themselves (ADR 69). */
export const nomeadoNoQuadro = (acting: Acting, papel: Sql): Sql =>
  podeTudo(acting) ? sql`true` : sql`(d.anonima is not true or ${papel} in ('U', 'L'))`;

/** The evaluation, for whoever opens the registry, evaluates or is evaluated in it, or sees results of it; a 404 for others. */
export async function avaliacaoVisivel(db: Queryable, acting: Acting, id: number): Promise<Avaliacao> {
  const avaliacao = await avaliacaoPorId(db, acting.empresaId, id);
  if (podeTudo(acting)) return avaliacao;
  const sees = await db.one(sql`select from (${await comAlgoMeu(db, acting)}) x where x.id = ${id} limit 1`);
  if (!sees) throw refuse.notFound();
  return avaliacao;
}

/** The ids of evaluations in which the actor evaluates, is evaluated or sees somebody's results. */
async function comAlgoMeu(db: Queryable, acting: Acting): Promise<Sql> {
  const pessoas = await pessoasDoUsuario(db, acting);
  return sql`
    select a.avaliacao_desempenho_id as id from avaliados_desempenho a join talentos t on t.id = a.colaborador_id
    where ${avaliadosVisiveis(acting)} or t.id = any(${pessoas.map(talentoDaChave)}::bigint[])
    union all select r.dono_id from participacoes p join rodadas r on r.id = p.rodada_id
    where r.dono = ${AVALIACOES} and p.empresa_id = ${acting.empresaId} and p.pessoa = any(${pessoas}::text[])`;
}

/** The evaluations of which the actor may see anything, by title. */
export const avaliacoesVisiveis = async (db: Queryable, acting: Acting) =>
  db.query<{ id: number; nome: string }>(sql`
    select d.id, d.titulo as nome from avaliacoes_desempenho d
    where d.empresa_id = ${acting.empresaId} and ${podeTudo(acting) ? sql`true` : sql`d.id in (${await comAlgoMeu(db, acting)})`}
    order by d.data_fim desc, d.id limit 500`);

/** Everybody whom somebody evaluates is evaluated. Answers how many are new. */
export async function incluiAvaliados(
  tx: Tx,
  { id, empresaId }: Pick<Avaliacao, 'id' | 'empresaId'>,
  quem?: Sql,
): Promise<number> {
  const { novos } = await tx.only<{ novos: number }>(sql`
    with novos as (
      insert into avaliados_desempenho (empresa_id, avaliacao_desempenho_id, colaborador_id)
      select ${empresaId}, ${id}, q.avaliado_id from (
        select distinct x.avaliado_id from (${quem ?? sql`select avaliado_id from ${PARES} where avaliacao_desempenho_id = ${id}`}) x) q
      on conflict on constraint avaliados_desempenho_colaborador_uq do nothing returning id)
    select count(*)::int as novos from novos`);
  return novos;
}

/** The configuration of levels that the band of talent `t` requires on a day. */
const configuracaoEm = (dia: string) => sql`(
  select k.id from config_niveis_faixas k where k.empresa_id = t.empresa_id and k.faixa_salarial_id = t.faixa_atual_id and k.data <= ${dia}::date
  order by k.data desc limit 1)`;

/** Evaluated people (`a`) whose place was not taken yet. */
export const SEM_LUGAR = sql`(a.area_id is null and a.cargo_id is null and a.faixa_salarial_id is null)`;

/** Takes the place of each of these evaluated (`a`), and what is required of them, as they are today. */
export async function fixaLugares(tx: Tx, acting: Pick<Acting, 'today'>, avaliacaoId: number, quais = sql`true`): Promise<void> {
  await tx.query(sql`
    update avaliados_desempenho a set area_id = t.area_atual_id, estabelecimento_id = t.estabelecimento_atual_id, cargo_id = t.cargo_atual_id,
      faixa_salarial_id = t.faixa_atual_id, config_nivel_faixa_id = ${configuracaoEm(acting.today)}
    from talentos t where t.id = a.colaborador_id and a.avaliacao_desempenho_id = ${avaliacaoId} and ${quais}`);
}

/** Evaluated people (`a`, `t`) of whom no competency is required: by what was fixed, or as it would be today. */
export const semCompetencias = (dia: string): Sql => sql`not ${exigidasAlemDe(0, dia)}`;

/** … or more than a sheet takes. */
export const competenciasDemais = (dia: string): Sql => exigidasAlemDe(MAIS_COMPETENCIAS, dia);

const exigidasAlemDe = (quantas: number, dia: string): Sql => sql`exists (
  select from config_niveis_faixas_configs_niveis_competencias i
  where i.registro_id = coalesce(a.config_nivel_faixa_id, ${configuracaoEm(dia)}) offset ${quantas})`;

/** Evaluated people (`a`, `t`) whose band has no configuration at all. */
export const semConfiguracao = (dia: string): Sql => sql`coalesce(a.config_nivel_faixa_id, ${configuracaoEm(dia)}) is null`;
