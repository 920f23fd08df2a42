import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { meusVinculos, TRABALHA, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { faultsToAsk } from '#platform/questionario/faults.ts';
import { latestVersion } from '#platform/questionario/versions.server.ts';
import { MODELOS } from '../avaliacoes/clone.server.ts';
import { type Avaliacao, avaliacaoPorId, competenciasDemais, semCompetencias } from './avaliados.server.ts';
import { MAIS_COMPETENCIAS } from './folha.ts';
import { type Papel, papeis, papeisDe } from './papeis.ts';
import { PARES, paresContaveis } from './pares.server.ts';
import { faltasDosPesos } from './pesos.ts';
import { META_MEDIDA, metasDoPeriodo } from './resultado.server.ts';
import { rodadaDe } from './rodada.server.ts';

export const NUNCA_LIBERADA = 'Ninguém recebeu perguntas: esta avaliação nunca foi liberada.';

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

/** How many answers are asked for, and of whom, of the pairs of which the actor may be told. */
export const contagem = (tx: Queryable, acting: Acting, id: number) =>
  tx.only<Contagem>(sql`
    select count(*)::int as pares, (select count(*)::int from avaliados_desempenho where avaliacao_desempenho_id = ${id}) as avaliados,
      (count(distinct t.id) filter (where t.email is null))::int as "semEmail",
      (count(distinct t.id) filter (where not ${TRABALHA}))::int as fora
    from ${paresContaveis(acting)} p join talentos t on t.id = p.avaliador_id where p.avaliacao_desempenho_id = ${id}`);

/** Why it cannot be asked yet, all at once. */
export async function impedimentos(tx: Tx, acting: Acting, id: number): Promise<string[]> {
  const avaliacao = await avaliacaoPorId(tx, acting.empresaId, id);
  if (avaliacao.situacao !== 'N' && !(await rodadaDe(tx, id))) return [NUNCA_LIBERADA];
  if (avaliacao.dataFim < acting.today)
    return ['O término já passou: mude-o antes de liberar.', ...(await daPreparacao(tx, acting, avaliacao))];
  return daPreparacao(tx, acting, avaliacao);
}

/** Why its weights lead to no result: of one that was saved before this was asked at saving. */
export const semPeso = (avaliacao: Avaliacao): string[] => [...faltasDosPesos(avaliacao)].map(({ message }) => `${message}.`);

async function daPreparacao(tx: Tx, acting: Acting, avaliacao: Avaliacao): Promise<string[]> {
  const { id, empresaId, situacao, anonima, modeloAvaliacaoId, avaliarSomenteCompetencias } = avaliacao;
  if (situacao !== 'N') return [];
  const { avaliados } = await contagem(tx, acting, id);
  const sozinhos = await nomesDe(
    tx,
    acting,
    id,
    sql`not exists (select from ${PARES} p where p.avaliacao_desempenho_id = a.avaliacao_desempenho_id and p.avaliado_id = t.id)
      and ${anonima ? sql`t.id not in (${meusVinculos(acting)})` : sql`true`}`,
  );
  const saiu = await nomesDe(tx, acting, id, sql`not ${TRABALHA}`);
  const semNivel = avaliarSomenteCompetencias ? await nomesDe(tx, acting, id, semCompetencias(acting.today)) : [];
  const demais = await nomesDe(tx, acting, id, competenciasDemais(acting.today));
  const permitidos = papeisDe(avaliacao);
  // Without how many: whoever is one of the evaluated would subtract those that they are told of from all (ADR 69).
  const alheios = await tx.query<{ tipo: Papel }>(sql`
    select distinct tipo from ${PARES} where avaliacao_desempenho_id = ${id} and tipo <> all(${permitidos}::text[]) order by tipo`);
  return [
    ...(avaliados === 0 ? ['Ainda não há avaliados: inclua os participantes.'] : []),
    ...(sozinhos.length > 0 ? [`Sem avaliador: ${nomeados(sozinhos)}.`] : []),
    ...(saiu.length > 0 ? [`Não trabalham mais aqui: ${nomeados(saiu)}. Remova-os dos avaliados.`] : []),
    ...alheios.map(({ tipo }) => `Há participantes com o papel ${papeis[tipo]}, que esta avaliação não tem.`),
    ...(avaliarSomenteCompetencias ? [] : await doModelo(tx, empresaId, modeloAvaliacaoId)),
    ...(semNivel.length > 0 ? [`Sem competências configuradas na faixa: ${nomeados(semNivel)}.`] : []),
    ...(demais.length > 0
      ? [`A faixa exige mais de ${MAIS_COMPETENCIAS} competências, e ninguém responde a tantas: ${nomeados(demais)}.`]
      : []),
    ...semPeso(avaliacao),
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
export async function dasMetas(tx: Tx, { id, empresaId, pesoMetas, metasDe, metasAte }: Avaliacao) {
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
export async function avisos(tx: Tx, acting: Acting, id: number): Promise<string[]> {
  const avaliacao = await avaliacaoPorId(tx, acting.empresaId, id);
  if (avaliacao.situacao !== 'N') return [];
  const { pares, avaliados, semEmail, fora } = await contagem(tx, acting, id);
  const semNivel = avaliacao.avaliarSomenteCompetencias ? [] : await nomesDe(tx, acting, id, semCompetencias(acting.today));
  const poucos = avaliacao.anonima
    ? await nomesDe(
        tx,
        acting,
        id,
        sql`(select count(*) from ${paresContaveis(acting)} p where p.avaliacao_desempenho_id = a.avaliacao_desempenho_id
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
