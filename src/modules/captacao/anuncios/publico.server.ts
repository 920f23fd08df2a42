import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import type { AnuncioPublico } from './publico.ts';

const COLUNAS = sql`a.id, a.solicitacao_id as "solicitacaoId", a.titulo, a.descricao,
  greatest(s.quantidade - coalesce(s.qtd_vagas_preenchidas, 0), 0) as vagas, c.nome as cargo, ci.nome as cidade, uf.sigla as uf,
  s.vinculo, s.horario_comercial as horario, coalesce(s.escolaridades, array[s.escolaridade]::text[]) as escolaridades,
  a.data_fim::text as ate, a.previsao_encerramento::text as "previsaoEncerramento",
  a.dias_espera_nova_aplicacao as "diasEsperaNovaAplicacao", a.dias_resposta as "diasResposta", coalesce(a.data_ini, s.data_status)::text as "publicadoEm"`;
const DE = sql`anuncios_vagas a join solicitacoes_pessoal s on s.id = a.solicitacao_id
  left join faixas_salariais f on f.id = s.faixa_salarial_id left join cargos c on c.id = f.cargo_id
  left join cidades ci on ci.id = s.cidade_id left join estados uf on uf.id = coalesce(ci.uf_id, s.uf_id)`;

/** Over `a` (an ad) and `s` (its request): whether the portal shows it today and takes applications. */
export const ABERTO: Sql = sql`a.exibir_modulo_externo and s.situacao = 'A' and s.status = 'A' and s.tipo_vaga is distinct from 'I'
  and (a.data_ini is null or a.data_ini <= hoje()) and (a.data_fim is null or a.data_fim >= hoje())`;

/** The ad as the portal would show it, open or not. */
export const anuncioPrevisto = (db: Queryable, anuncioId: number): Promise<AnuncioPublico> =>
  db.only<AnuncioPublico>(sql`select ${COLUNAS} from ${DE} where a.id = ${anuncioId}`);
