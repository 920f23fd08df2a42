import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { vinculos } from '#modules/gestao-talentos/public.ts';
import { ABERTO } from '../anuncios/publico.server.ts';
import type { Vaga } from './vaga.ts';

/** Open ads of a company, the newest first: of approved, open requests, within their dates. Their pay is shown where the company says so (RUL-065). */
export async function anunciosAbertos(db: Queryable, empresaId: number, only: Sql = sql`true`): Promise<Vaga[]> {
  const rows = await db.query<Vaga & { solicitacaoId: number; quantidade: number }>(sql`
    select a.id, a.titulo, a.descricao, s.id as "solicitacaoId", s.quantidade, g.nome as cargo, c.nome as cidade, u.sigla as uf,
      s.vinculo, s.horario_comercial as horario, s.escolaridade,
      case when e.sol_pessoal_exibir_salario and e.exibir_salario then s.remuneracao::float8 end as remuneracao,
      coalesce(a.data_ini, s.data)::text as "publicadoEm", a.data_fim::text as "inscricoesAte", a.previsao_encerramento::text as "previsaoEncerramento",
      a.dias_espera_nova_aplicacao as "diasEsperaNovaAplicacao", a.dias_resposta as "diasResposta"
    from anuncios_vagas a join solicitacoes_pessoal s on s.id = a.solicitacao_id join empresas e on e.id = a.empresa_id and e.ativo
    left join faixas_salariais f on f.id = s.faixa_salarial_id left join cargos g on g.id = f.cargo_id
    left join cidades c on c.id = s.cidade_id left join estados u on u.id = c.uf_id
    where a.empresa_id = ${empresaId} and ${ABERTO} and ${only}
    order by coalesce(a.data_ini, s.data) desc, a.id desc limit 500`);
  return rows.map(({ solicitacaoId, quantidade, ...anuncio }) => ({
    ...anuncio,
    vinculo: vinculos[anuncio.vinculo as keyof typeof vinculos] ?? anuncio.vinculo,
    solicitacao: { id: solicitacaoId, quantidade },
  }));
}

export const anuncioAberto = async (db: Queryable, empresaId: number, id: number): Promise<Vaga | undefined> =>
  (await anunciosAbertos(db, empresaId, sql`a.id = ${id}`))[0];
