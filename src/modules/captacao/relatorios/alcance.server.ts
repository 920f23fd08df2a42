import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { DEFAULT_TIME_ZONE } from '#kit/br/date.ts';
import { among } from '#kit/query/among.server.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import type { FiltroDaVaga } from './filtros.ts';

/** The civil day of an instant. */
export const diaDe = (instante: Sql): Sql => sql`(${instante} at time zone ${raw(`'${DEFAULT_TIME_ZONE}'`)})::date`;

/** Condition: the day lies in the period of the filter, whose ends may be open. */
export const noPeriodo = (dia: Sql, { dataIni, dataFim }: Pick<FiltroDaVaga, 'dataIni' | 'dataFim'>): Sql =>
  sql`(${dataIni}::date is null or ${dia} >= ${dataIni}::date) and (${dataFim}::date is null or ${dia} <= ${dataFim}::date)`;

/** The requests (alias `s`) that the reader sees and the filter lets through; `f` is their band. */
export const vagas = (acting: Acting, filtro: Omit<FiltroDaVaga, 'dataIni' | 'dataFim'>): Sql => sql`
  s.empresa_id = ${acting.empresaId} and ${solicitacoesVisiveis(acting) ?? sql`true`}
  and (${filtro.statusSolicitacao}::text = 'T' or s.situacao = ${filtro.statusSolicitacao}::text)
  and ${nosRamos(sql`s.area_organizacional_id`, filtro.areasIds, filtro.soAreas)}
  and ${among(sql`s.estabelecimento_id`, filtro.estabelecimentosIds)} and ${among(sql`f.cargo_id`, filtro.cargosIds)}`;

/** What a request joins: `a` its area, `f` its band, `g` its position. */
export const lugarDaVaga = sql`
  left join areas_organizacionais a on a.id = s.area_organizacional_id
  left join faixas_salariais f on f.id = s.faixa_salarial_id
  left join cargos g on g.id = f.cargo_id`;

/** Two requests of one description are told apart by their day. */
export const nomeDaVaga = sql`s.descricao || ' (' || to_char(s.data, 'DD/MM/YYYY') || ')'`;
export const ordemDaVaga = sql`s.descricao_ord, s.data, s.descricao, s.id`;

export const nomeDoCandidato = sql`coalesce(k.nome_social, k.nome)`;
