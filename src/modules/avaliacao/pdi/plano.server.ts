import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { named } from '#kit/http/openapi.server.ts';
import { avaliacoesDesempenho } from '../desempenho/avaliacoes-desempenho.registry.ts';
import { mostra } from '../desempenho/proprio.server.ts';
import { linhasDe } from '../desempenho/resultado.server.ts';
import { planosAcao, situacoesDaAcao } from './planos-acao.registry.ts';
import { type DoTalento, doTalento } from './quem.server.ts';

const dia = z.iso.date().nullable();

export const acaoAnswer = z.object({
  id: z.int(),
  versao: z.int(),
  colaborador: named,
  nome: z.string(),
  meta: z.string(),
  responsavelId: z.int(),
  responsavel: z.string(),
  previsaoInicio: z.iso.date(),
  previsaoTermino: dia,
  competencia: named.nullable(),
  avaliacaoDesempenho: named.nullable(),
  acompanhamentoSituacao: z.enum(Object.keys(situacoesDaAcao) as (keyof typeof situacoesDaAcao)[]),
  acompanhamentoInicio: dia,
  acompanhamentoTermino: dia,
  acompanhamentoObservacao: z.string().nullable(),
  atrasada: z.boolean(),
  podeEditar: z.boolean(),
  podeAcompanhar: z.boolean(),
});
export type Acao = z.infer<typeof acaoAnswer>;

export const talentoAnswer = z.object({
  id: z.int(),
  nome: z.string(),
  cargo: z.string().nullable(),
  area: z.string().nullable(),
});

const lacunaAnswer = z.object({
  competenciaId: z.int(),
  nome: z.string(),
  exigido: z.number(),
  nivelExigido: z.string().nullable(),
  obtido: z.number(),
  lacuna: z.number(),
  /** an action of the plan is about it already */
  noPlano: z.boolean(),
});

export const planoAnswer = z.object({
  talento: talentoAnswer,
  /** the acting user is this talent */
  eu: z.boolean(),
  podeIncluir: z.boolean(),
  acoes: z.array(acaoAnswer),
  /** of the last concluded evaluation, the widest first; null: there is none that the reader may see */
  lacunas: z.object({ avaliacao: named, concluida: z.iso.date(), competencias: z.array(lacunaAnswer) }).nullable(),
});
export type Plano = z.infer<typeof planoAnswer>;

const { authority } = planosAcao;

/** Actions `p` of talents `t`, as screens show them; the most urgent first. */
export const acoesDe = (db: Queryable, acting: Acting, quais: Sql, de?: Pick<DoTalento, 'eu' | 'lidero' | 'rh'>) =>
  db.query<Acao>(sql`
    select p.id, p.versao, jsonb_build_object('id', t.id, 'nome', t.nome) as colaborador, p.nome, p.meta,
      p.responsavel_id as "responsavelId", r.nome as responsavel, p.previsao_inicio::text as "previsaoInicio", p.previsao_termino::text as "previsaoTermino",
      case when c.id is not null then jsonb_build_object('id', c.id, 'nome', c.nome) end as competencia,
      case when e.id is not null then jsonb_build_object('id', e.id, 'nome', e.titulo) end as "avaliacaoDesempenho",
      p.acompanhamento_situacao as "acompanhamentoSituacao", p.acompanhamento_inicio::text as "acompanhamentoInicio",
      p.acompanhamento_termino::text as "acompanhamentoTermino", p.acompanhamento_observacao as "acompanhamentoObservacao",
      p.acompanhamento_situacao <> 'C' and coalesce(p.previsao_termino < ${acting.today}::date, false) as atrasada,
      ${podeMudar(acting, de)} or coalesce(p.autor_id = ${acting.usuarioId}, false) as "podeEditar", ${de ? podeAcompanhar(acting, de) : sql`true`} as "podeAcompanhar"
    from planos_acao p join talentos t on t.id = p.colaborador_id join talentos r on r.id = p.responsavel_id
    left join competencias c on c.id = p.competencia_id left join avaliacoes_desempenho e on e.id = p.avaliacao_desempenho_id
    where p.empresa_id = ${acting.empresaId} and ${quais}
    order by (p.acompanhamento_situacao = 'C'), p.previsao_termino nulls last, p.previsao_inicio, p.id limit 500`);

const podeMudar = (acting: Acting, de: Pick<DoTalento, 'lidero' | 'rh'> | undefined): Sql =>
  de && !viewing(acting) && (de.lidero || (de.rh && acting.can(`${authority}_EDITAR`))) ? sql`true` : sql`false`;

const podeAcompanhar = (acting: Acting, de: Pick<DoTalento, 'eu' | 'lidero' | 'rh'>): Sql =>
  !viewing(acting) && (de.eu || de.lidero || (de.rh && acting.can(`${authority}_EDITAR`))) ? sql`true` : sql`false`;

const viewing = (acting: Acting) => acting.kind === 'usuario' && acting.viewing !== undefined;

/** The development plan of a talent for the acting user: the talent, whoever leads them, or somebody with the authority. */
export async function planoDe(db: Queryable, acting: Acting, talentoId: number): Promise<Plano> {
  const de = await doTalento(db, acting, talentoId, authority);
  const { id, nome, cargo, area } = de;
  const acoes = await acoesDe(db, acting, sql`p.colaborador_id = ${id}`, de);
  return {
    talento: { id, nome, cargo, area },
    eu: de.eu,
    podeIncluir: podeIncluir(acting, de),
    acoes,
    lacunas: await lacunasDe(db, acting, de, new Set(acoes.map(({ competencia }) => competencia?.id))),
  };
}

export const podeIncluir = (acting: Acting, { eu, lidero, rh }: DoTalento): boolean =>
  !viewing(acting) && (eu || lidero || (rh && acting.can(`${authority}_EDITAR`)));

interface Avaliado {
  id: number;
  titulo: string;
  concluida: string;
  competencias: { id: number; nome: string; exigido: number | null; nivelExigido: string | null; obtido: number | null }[] | null;
}

/**
 * What the last concluded evaluation found below what the talent's band requires; the person is told so only if it shows required levels,
 * in an earlier employment too (ADR 69).
 */
async function lacunasDe(db: Queryable, acting: Acting, de: DoTalento, noPlano: ReadonlySet<number | undefined>) {
  const avalia = de.lidero || (!de.eu && de.rh && acting.can(avaliacoesDesempenho.authority));
  if (!avalia && !de.eu) return null;
  const mostrada = avalia ? mostra(acting, 'exigido', 'e') : sql`e.exibir_nivel_competencia_exigido`;
  const avaliado = await db.one<Avaliado>(sql`
    select e.id, e.titulo, e.data_fim::text as concluida, (select jsonb_agg(c.x order by c.n) from ${linhasDe('competencias')} as c(x, n)) as competencias
    from avaliados_desempenho a join avaliacoes_desempenho e on e.id = a.avaliacao_desempenho_id join talentos t on t.id = a.colaborador_id
    where a.empresa_id = ${acting.empresaId} and a.colaborador_id = ${de.id} and e.situacao = 'C' and a.resultado is not null and ${mostrada}
    order by e.data_fim desc, e.id desc limit 1`);
  if (!avaliado) return null;
  const competencias = (avaliado.competencias ?? []).flatMap(({ id, nome, exigido, nivelExigido, obtido }) =>
    exigido === null || obtido === null || obtido >= exigido
      ? []
      : [{ competenciaId: id, nome, exigido, nivelExigido, obtido, lacuna: exigido - obtido, noPlano: noPlano.has(id) }],
  );
  return {
    avaliacao: { id: avaliado.id, nome: avaliado.titulo },
    concluida: avaliado.concluida,
    competencias: competencias.toSorted((a, b) => b.lacuna - a.lacuna || a.nome.localeCompare(b.nome, 'pt-BR')),
  };
}
