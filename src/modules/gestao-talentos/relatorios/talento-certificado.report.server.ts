import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import { nomeComMatricula, trabalhaEm } from '../indicadores/posicao.server.ts';
import { noAlcance } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro {
  dataIni: string | null;
  dataFim: string | null;
  tipos: readonly string[] | null;
  validade: 'T' | 'V' | 'A';
}

export function talentoCertificadoQuery(filtro: Filtro, acting: Acting): Sql {
  const tipos = [...(filtro.tipos ?? [])];
  const { dataIni, dataFim, validade } = filtro;
  return sql`
    select e.nome as empresa, ${nomeComMatricula} as talento, t.matricula, x.titulo, x.organizacao, x.tipo, x.data_inicio as "dataInicio", x.data_fim as "dataFim",
      x.validade, x.carga_horaria_total as "cargaHorariaTotal"
    from talentos_certificados x join talentos t on t.id = x.registro_id join empresas e on e.id = t.empresa_id
    where ${noAlcance(acting, 'ROLE_REL_TALENTO_CERTIFICADO', filtro)} and ${trabalhaEm(acting.today)}
      and (${dataIni}::date is null or x.data_fim >= ${dataIni}::date) and (${dataFim}::date is null or x.data_fim <= ${dataFim}::date)
      and ${among(sql`x.tipo`, tipos, 'text')}
      and case ${validade}::text when 'V' then x.validade < ${acting.today}::date when 'A' then coalesce(x.validade >= ${acting.today}::date, true) else true end
    order by e.nome_ord, e.id, t.nome_ord, t.id, x.data_fim desc nulls first, x.ordem`;
}
