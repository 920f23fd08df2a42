import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import type { Period } from '#kit/report/period.ts';
import { lugarDoTalento, noAlcance, nomeDoTalento } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro, Period {
  agruparPor: 'TALENTO' | 'AREA_ORGANIZACIONAL' | 'MES_ANO' | 'OCORRENCIA';
  ocorrenciasIds: readonly number[] | null;
}

const ordem: Readonly<Record<Filtro['agruparPor'], Sql>> = {
  TALENTO: sql`t.nome_ord, t.id`,
  AREA_ORGANIZACIONAL: sql`a.descricao_hierarquia_ord, a.id`,
  MES_ANO: sql`mes`,
  OCORRENCIA: sql`x.descricao_ord, x.id`,
};

export function ocorrenciasQuery(filtro: Filtro, acting: Acting): Sql {
  const tipos = [...(filtro.ocorrenciasIds ?? [])];
  return sql`
    select e.nome as empresa, to_char(o.data_ini, 'YYYY-MM') as mes, a.descricao_hierarquia as area, ${nomeDoTalento(filtro.agruparPor)} as talento, t.matricula, c.nome as cargo,
      x.descricao as ocorrencia, o.data_ini as "dataIni", coalesce(o.data_fim, o.data_ini) as "dataFim", coalesce(o.data_fim, o.data_ini) - o.data_ini + 1 as dias,
      p.descricao as providencia, o.observacao
    from colaboradores_ocorrencias o join talentos t on t.id = o.colaborador_id
    ${lugarDoTalento}
    join tipos_ocorrencia x on x.id = o.ocorrencia_id
    left join providencias p on p.id = o.providencia_id
    where ${noAlcance(acting, 'ROLE_REL_OCORRENCIAS', filtro)}
      and o.data_ini <= ${filtro.dataFim}::date and coalesce(o.data_fim, o.data_ini) >= ${filtro.dataIni}::date
      and ${among(sql`o.ocorrencia_id`, tipos)}
    order by e.nome_ord, e.id, ${ordem[filtro.agruparPor]}, o.data_ini, t.nome_ord, o.id`;
}
