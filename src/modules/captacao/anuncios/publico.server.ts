import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { escolaridades } from '#modules/estrutura/public.ts';
import { vinculos } from '#modules/gestao-talentos/public.ts';
import type { Vaga } from '../portal/vaga.ts';

/** Over `a` (an ad) and `s` (its request): whether the portal is its place while the request is open. */
export const DO_PORTAL: Sql = sql`a.exibir_modulo_externo and s.status = 'A' and s.tipo_vaga is distinct from 'I'`;

/** Whether today is one of its days. */
export const NOS_SEUS_DIAS: Sql = sql`(a.data_ini is null or a.data_ini <= hoje()) and (a.data_fim is null or a.data_fim >= hoje())`;

/** Whether the portal shows it today and takes applications: its dates and its places are not over. */
export const ABERTO: Sql = sql`${DO_PORTAL} and s.situacao = 'A' and coalesce(s.qtd_vagas_preenchidas, 0) < s.quantidade and ${NOS_SEUS_DIAS}`;

const ORDEM = sql`order by coalesce(a.data_ini, s.data) desc, a.id desc`;

/** Bytes of texts in one list: of older ads it tells the beginning, without marks, and their own page the text. */
const MAIS_TEXTO = 256_000;
const COMECO = 500;
/** Of so much of a text, marks and all, the beginning is made. */
const COM_MARCAS = 4_000;

/** Ads as a candidate sees them, the newest first; their pay is shown where the company says so (RUL-065). */
async function vagas(db: Queryable, quais: Sql, maisTexto: number): Promise<(Vaga & { aberto: boolean })[]> {
  const rows = await db.query<
    Vaga & { aberto: boolean; solicitacaoId: number; quantidade: number; pedidas: readonly (string | null)[] }
  >(sql`
    select a.id, a.titulo, case when sum(octet_length(a.descricao)) over (${ORDEM}) <= ${maisTexto}::float8 then a.descricao
      else left(ltrim(regexp_replace(left(a.descricao, ${COM_MARCAS}), '<[^<>]*(>|$)', ' ', 'g')), ${COMECO}) end as descricao, s.id as "solicitacaoId", s.quantidade, g.nome as cargo, c.nome as cidade, u.sigla as uf,
      greatest(s.quantidade - coalesce(s.qtd_vagas_preenchidas, 0), 0) as vagas, s.vinculo, s.horario_comercial as horario,
      coalesce(s.escolaridades, array[s.escolaridade]::text[]) as pedidas,
      case when e.sol_pessoal_exibir_salario and e.exibir_salario then s.remuneracao::float8 end as remuneracao,
      coalesce(a.data_ini, s.data)::text as "publicadoEm", a.data_fim::text as "inscricoesAte", a.previsao_encerramento::text as "previsaoEncerramento",
      a.dias_espera_nova_aplicacao as "diasEsperaNovaAplicacao", a.dias_resposta as "diasResposta", ${ABERTO} as aberto
    from anuncios_vagas a join solicitacoes_pessoal s on s.id = a.solicitacao_id join empresas e on e.id = a.empresa_id and e.ativo
    left join faixas_salariais f on f.id = s.faixa_salarial_id left join cargos g on g.id = f.cargo_id
    left join cidades c on c.id = s.cidade_id left join estados u on u.id = coalesce(c.uf_id, s.uf_id)
    where ${quais} ${ORDEM} limit 500`);
  return rows.map(({ solicitacaoId, quantidade, pedidas, ...vaga }) => ({
    ...vaga,
    vinculo: labelIn(vinculos, vaga.vinculo) ?? vaga.vinculo,
    escolaridade: pedidas.flatMap((uma) => labelIn(escolaridades, uma) ?? []).join(', ') || null,
    solicitacao: { id: solicitacaoId, quantidade },
  }));
}

/** Open ads of a company: of approved, open requests, within their dates. */
export async function anunciosAbertos(db: Queryable, empresaId: number, only: Sql = sql`true`): Promise<Vaga[]> {
  const abertas = await vagas(db, sql`a.empresa_id = ${empresaId} and ${ABERTO} and ${only}`, MAIS_TEXTO);
  return abertas.map(({ aberto: _, ...vaga }) => vaga);
}

export const anuncioAberto = async (db: Queryable, empresaId: number, id: number): Promise<Vaga | undefined> =>
  (await anunciosAbertos(db, empresaId, sql`a.id = ${id}`))[0];

/** The ad as the portal would show it, open or not. */
export async function anuncioPrevisto(db: Queryable, id: number): Promise<{ aberto: boolean; anuncio: Vaga } | undefined> {
  const [achada] = await vagas(db, sql`a.id = ${id}`, Number.POSITIVE_INFINITY);
  if (!achada) return undefined;
  const { aberto, ...anuncio } = achada;
  return { aberto, anuncio };
}
