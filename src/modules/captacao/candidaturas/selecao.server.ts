import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { anotacoes } from './anotacoes.registry.ts';
import { entrevistas } from './entrevistas.registry.ts';
import { pareceres } from './pareceres.registry.ts';
import { type CandidatoNaSelecao, type EtapaDaSelecao, INSCRITOS, type Selecao, type VagaEmSelecao } from './selecao.ts';

/** Over `s`: the requests of the company that the actor sees. */
const minhas = (acting: Acting): Sql => sql`s.empresa_id = ${acting.empresaId} and ${solicitacoesVisiveis(acting) ?? sql`true`}`;

const daVaga = sql`
  s.id, s.descricao, s.situacao, s.status, a.nome as area, s.quantidade, coalesce(s.qtd_vagas_preenchidas, 0) as preenchidas,
  (select count(*)::int from candidaturas c where c.solicitacao_id = s.id and c.situacao = 'A') as "emSelecao"`;

/** The requests whose selection the actor may open, those that still run first. */
export const vagasDaSelecao = (db: Queryable, acting: Acting): Promise<VagaEmSelecao[]> =>
  db.query<VagaEmSelecao>(sql`
    select ${daVaga} from (
      select s.* from solicitacoes_pessoal s where ${minhas(acting)} and (s.status = 'A' or exists (select 1 from candidaturas c where c.solicitacao_id = s.id))
      order by s.situacao <> 'A', s.data desc, s.id desc limit 300) s
    left join areas_organizacionais a on a.id = s.area_organizacional_id order by s.situacao <> 'A', s.data desc, s.id desc`);

export async function vagaDaSelecao(db: Queryable, acting: Acting, id: number): Promise<VagaEmSelecao> {
  const vaga = await db.one<VagaEmSelecao>(sql`
    select ${daVaga} from solicitacoes_pessoal s left join areas_organizacionais a on a.id = s.area_organizacional_id
    where s.id = ${id} and ${minhas(acting)}`);
  if (!vaga) throw refuse.notFound();
  return vaga;
}

/** The columns of a selection with their numbers. */
export async function selecaoDe(db: Queryable, acting: Acting, id: number): Promise<Selecao> {
  const vaga = await vagaDaSelecao(db, acting, id);
  const contadas = await db.query<{ etapa: number | null; situacao: string; total: number }>(sql`
    select case when situacao = 'A' then etapa_seletiva_id end as etapa, situacao, count(*)::int as total
    from candidaturas where solicitacao_id = ${id} group by 1, 2`);
  const totais = new Map(contadas.map(({ etapa, situacao, total }) => [`${situacao}${etapa}`, total]));
  const quantos = (etapa: number | null, situacao = 'A') => totais.get(`${situacao}${etapa}`) ?? 0;
  const etapas = await db.query<{ id: number; nome: string }>(
    sql`select id, nome from etapas_seletivas where empresa_id = ${acting.empresaId} order by ordem, nome_ord, id`,
  );
  const { ultimo } = await db.only<{ ultimo: number }>(
    sql`select coalesce(max(id), 0)::float8 as ultimo from candidatos_historicos where solicitacao_id = ${id}`,
  );
  const inscritos: EtapaDaSelecao = { id: null, nome: 'Inscritos', total: quantos(null) };
  return {
    vaga,
    etapas: [inscritos, ...etapas.map((etapa) => ({ ...etapa, total: quantos(etapa.id) }))],
    encerradas: { N: quantos(null, 'N'), D: quantos(null, 'D'), C: quantos(null, 'C') },
    ultimo,
  };
}

export interface Coluna {
  /** absent: every stage; INSCRITOS: those who only applied */
  etapa?: number | undefined;
  situacao?: string | undefined;
  busca?: string | undefined;
}

/** Over `c`: the applications of a request in a column. */
const naColuna = (id: number, { etapa, situacao = 'A', busca = '' }: Coluna): Sql => sql`
  c.solicitacao_id = ${id} and c.situacao = ${situacao}
  and ${etapa === undefined ? sql`true` : etapa === INSCRITOS ? sql`c.etapa_seletiva_id is null` : sql`c.etapa_seletiva_id = ${etapa}`}
  and ${busca.trim() === '' ? sql`true` : sql`c.busca like dobra(${containing(busca.trim())})`}`;

export const idsDaColuna = async (db: Queryable, id: number, coluna: Coluna, limite: number): Promise<number[]> => {
  const rows = await db.query<{ id: number }>(
    sql`select c.id from candidaturas c where ${naColuna(id, coluna)} order by c.etapa_desde, c.id limit ${limite}`,
  );
  return rows.map((row) => row.id);
};

/** A page of a column, whoever has been there longest first. What stands beside a name is read for the page alone. */
export async function candidatosDaColuna(
  db: Queryable,
  { can }: Pick<Acting, 'can'>,
  id: number,
  coluna: Coluna,
  { page, size }: { page: number; size: number },
): Promise<{ content: Omit<CandidatoNaSelecao, 'acoes'>[]; totalElements: number }> {
  const { total } = await db.only<{ total: number }>(
    sql`select count(*)::int as total from candidaturas c where ${naColuna(id, coluna)}`,
  );
  const content = await db.query<Omit<CandidatoNaSelecao, 'acoes'>>(sql`
    with pagina as (
      select c.* from candidaturas c where ${naColuna(id, coluna)} order by c.etapa_desde, c.id limit ${size} offset ${page * size})
    select c.id, c.versao, json_build_object('id', p.id, 'nome', coalesce(p.nome_social, p.nome)) as candidato,
      case when p.foto_id is not null then json_build_object('id', p.foto_id) end as foto, case when ${can(candidatos.authority)} then m.nome end as cidade,
      c.etapa_seletiva_id as etapa, c.situacao, c.origem, c.inscrita_em as "inscritaEm", c.etapa_desde as "etapaDesde", c.resposta_ate as "respostaAte",
      coalesce(h.apto, 'I') as apto,
      (select count(*)::int from candidaturas_pareceres x where x.candidatura_id = c.id having ${can(pareceres.authority)}) as pareceres,
      (select count(*)::int from candidaturas_anotacoes x where x.candidatura_id = c.id having ${can(anotacoes.authority)}) as anotacoes,
      (select json_build_object('data', x.data, 'hora', left(x.hora, 5)) from candidaturas_entrevistas x
        where x.candidatura_id = c.id and x.situacao = 'M' and ${can(entrevistas.authority)} order by x.data, x.hora limit 1) as entrevista
    from pagina c join candidatos p on p.id = c.candidato_id left join cidades m on m.id = p.cidade_id
    left join lateral (select h.apto from candidatos_historicos h where h.candidatura_id = c.id order by h.id desc limit 1) h on true
    order by c.etapa_desde, c.id`);
  return { content, totalElements: total };
}
