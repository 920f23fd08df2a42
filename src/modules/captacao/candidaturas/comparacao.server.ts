import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { isOneOf, labelIn, namesOf } from '#kit/fields/by-name.ts';
import { stillThere } from '#kit/refusal/refusal.ts';
import { montaMatriz } from '#modules/estrutura/public.server.ts';
import { escolaridades } from '#modules/estrutura/public.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import type { Comparacao, Finalista } from './comparacao.ts';
import { pareceresFechados, pareceresVisiveis } from './notas.server.ts';
import { vagaDaSelecao } from './selecao.server.ts';

interface Lido extends Omit<Finalista, 'escolaridade' | 'criterios' | 'competencias' | 'media' | 'recomendacoes' | 'ocultos'> {
  escolaridade: string | null;
}

/** What stands in the record of a candidate, for whoever may not open it. */
const DO_CADASTRO = {
  cidade: null,
  pretencaoSalarial: null,
  escolaridade: null,
  formacoes: [],
  idiomas: [],
  experiencias: [],
  mesesDeExperiencia: 0,
  conhecimentosPedidos: 0,
  conhecimentos: [],
} satisfies Partial<Lido>;

interface Dado {
  candidatura: number;
  nome: string;
  media: number;
}

/** What the band of the vacancy asks for today; nothing where the vacancy names no band, or the band no levels. */
async function competenciasPedidas(db: Queryable, acting: Acting, id: number) {
  const { faixaId } = stillThere(
    await db.one<{ faixaId: number | null }>(
      sql`select faixa_salarial_id as "faixaId" from solicitacoes_pessoal where id = ${id}`,
    ),
  );
  const matriz =
    faixaId === null
      ? undefined
      : await montaMatriz(db, { empresaId: acting.empresaId, dono: 'faixa', donoId: faixaId, faixaId, data: acting.today });
  return {
    niveis: matriz?.niveisCompetencias.map(({ ordem, descricao }) => ({ ordem, descricao })) ?? [],
    linhas:
      matriz?.configsNiveisCompetencias.flatMap(({ competencia, ordem }) =>
        ordem === null ? [] : [{ ...competencia, exigido: ordem }],
      ) ?? [],
  };
}

/** The finalists of a selection side by side: what each brings, and what those who met them say, as far as the actor may read it. */
export async function comparacaoDe(db: Queryable, acting: Acting, id: number, ids: readonly number[]): Promise<Comparacao> {
  const vaga = await vagaDaSelecao(db, acting, id);
  const lidos = await db.query<Lido>(sql`
    with pedidos as (
      select array(select x.alvo_id from cargos_conhecimentos x join faixas_salariais f on f.cargo_id = x.registro_id
        join solicitacoes_pessoal s on s.faixa_salarial_id = f.id where s.id = ${id}) as ids)
    select c.id, json_build_object('id', p.id, 'nome', coalesce(p.nome_social, p.nome)) as candidato,
      case when p.foto_id is not null then json_build_object('id', p.foto_id) end as foto,
      case when e.id is not null then json_build_object('id', e.id, 'nome', e.nome) end as etapa, c.situacao,
      m.nome as cidade, p.pretencao_salarial::float8 as "pretencaoSalarial", p.escolaridade,
      coalesce((select array_agg(f.curso || ' · ' || f.local order by f.ordem) from candidatos_formacoes f where f.registro_id = p.id), '{}') as formacoes,
      coalesce((select array_agg(i.nome order by l.ordem) from candidatos_idiomas l join idiomas i on i.id = l.idioma_id where l.registro_id = p.id), '{}') as idiomas,
      coalesce((select array_agg(coalesce(g.nome, x.nome_mercado, '') || ' · ' || x.empresa order by x.data_admissao desc)
        from candidatos_experiencias x left join cargos g on g.id = x.cargo_id where x.registro_id = p.id), '{}') as experiencias,
      (select coalesce(sum(coalesce(x.data_desligamento, ${acting.today}::date) - x.data_admissao), 0)::int / 30 from candidatos_experiencias x
        where x.registro_id = p.id and x.data_admissao <= coalesce(x.data_desligamento, ${acting.today}::date)) as "mesesDeExperiencia",
      cardinality(q.ids) as "conhecimentosPedidos",
      coalesce((select array_agg(k.nome order by k.nome) from candidatos_conhecimentos y join conhecimentos k on k.id = y.alvo_id
        where y.registro_id = p.id and y.alvo_id = any(q.ids)), '{}') as conhecimentos
    from candidaturas c join candidatos p on p.id = c.candidato_id left join cidades m on m.id = p.cidade_id
    left join etapas_seletivas e on e.id = c.etapa_seletiva_id cross join pedidos q
    where c.solicitacao_id = ${vaga.id} and c.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], c.id)`);
  const daqui = lidos.map(({ id: lido }) => lido);
  const dados = await db.query<Dado>(sql`
    select t.candidatura_id as candidatura, r.nome, (sum(r.peso * r.nota)::float8 / sum(r.peso)) as media
    from candidaturas_pareceres t join candidaturas_pareceres_criterios r on r.registro_id = t.id
    where t.candidatura_id = any(${daqui}::bigint[]) and ${pareceresVisiveis(acting)} group by 1, 2 order by min(r.ordem), r.nome`);
  const ditos = await db.query<{
    candidatura: number;
    S: number;
    I: number;
    N: number;
    media: number | null;
    fechados: number;
  }>(sql`
    select x.candidatura_id as candidatura, (count(*) filter (where x.aberto and x.recomendacao = 'S'))::int as "S",
      (count(*) filter (where x.aberto and x.recomendacao = 'I'))::int as "I", (count(*) filter (where x.aberto and x.recomendacao = 'N'))::int as "N",
      (avg(x.media) filter (where x.aberto))::float8 as media, (count(*) filter (where x.oculto))::int as fechados
    from (select t.*, (${pareceresVisiveis(acting)}) as aberto, (${pareceresFechados(acting)}) as oculto from candidaturas_pareceres t where t.candidatura_id = any(${daqui}::bigint[])) x group by 1`);
  const pedidas = await competenciasPedidas(db, acting, id);
  const niveisDados = await db.query<{ candidatura: number; competencia: number; nivel: number }>(sql`
    select candidatura_id as candidatura, competencia_id as competencia, ordem as nivel from candidaturas_competencias
    where candidatura_id = any(${daqui}::bigint[])`);
  const vistos = acting.can(candidatos.authority) ? lidos : lidos.map((lido) => ({ ...lido, ...DO_CADASTRO }));
  const criterios = [...new Set(dados.map(({ nome }) => nome))];
  const medias = new Map(dados.map(({ candidatura, nome, media }) => [`${candidatura} ${nome}`, media]));
  const niveis = new Map(niveisDados.map(({ candidatura, competencia, nivel }) => [`${candidatura} ${competencia}`, nivel]));
  return {
    vaga: { id: vaga.id, descricao: vaga.descricao },
    criterios,
    competencias: pedidas.linhas.map(({ nome, exigido }) => ({ nome, exigido })),
    niveis: pedidas.niveis,
    finalistas: vistos.map(({ escolaridade, ...lido }) => {
      const dito = ditos.find(({ candidatura }) => candidatura === lido.id);
      return {
        ...lido,
        escolaridade: isOneOf(namesOf(escolaridades), escolaridade) ? (labelIn(escolaridades, escolaridade) ?? null) : null,
        media: dito?.media ?? null,
        recomendacoes: { S: dito?.S ?? 0, I: dito?.I ?? 0, N: dito?.N ?? 0 },
        ocultos: dito?.fechados ?? 0,
        criterios: criterios.map((nome) => medias.get(`${lido.id} ${nome}`) ?? null),
        competencias: pedidas.linhas.map(({ id: qual }) => niveis.get(`${lido.id} ${qual}`) ?? null),
      };
    }),
  };
}
