import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import { PERIOD_BACKWARDS } from '#kit/form/period.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import type { SliceSource } from '#kit/indicator/slice.server.ts';
import { among } from '#kit/query/among.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { talentosVisiveis } from '../talentos/visiveis.server.ts';
import { colaboradoresOcorrencias } from './colaboradores-ocorrencias.registry.ts';

interface Periodo {
  dataIni: string;
  dataFim: string;
  empresasIds?: number[] | undefined;
  estabelecimentosIds?: number[] | undefined;
  areasIds?: number[] | undefined;
  soAreas?: boolean | undefined;
  cargosIds?: number[] | undefined;
}

/** The filter of the occurrences of a period. */
export function periodoDe(query: unknown): Periodo & { qtdItens?: number | undefined } {
  const asked = queryOf(
    { query },
    {
      dataIni: inQuery.date,
      dataFim: inQuery.date,
      empresasIds: inQuery.ids.optional(),
      estabelecimentosIds: inQuery.ids.optional(),
      areasIds: inQuery.ids.optional(),
      soAreas: inQuery.flag.optional(),
      cargosIds: inQuery.ids.optional(),
      qtdItens: inQuery.id.optional(),
    },
  );
  if (asked.dataFim < asked.dataIni) throw refuse.invalid([{ field: 'dataFim', message: PERIOD_BACKWARDS }]);
  return asked;
}

/** `id, ocorrencia_id, providencia_id` of the occurrences of a period whose talents the user may see. */
export const ocorrenciasDo = (periodo: Periodo, acting: Acting): Sql => sql`
  select o.id, o.ocorrencia_id, o.providencia_id from colaboradores_ocorrencias o join talentos t on t.id = o.colaborador_id
  where ${talentosVisiveis(acting)} and o.data_ini <= ${periodo.dataFim} and coalesce(o.data_fim, o.data_ini) >= ${periodo.dataIni}
    and ${among(sql`t.empresa_id`, periodo.empresasIds ?? [])}
    and ${among(sql`t.estabelecimento_atual_id`, periodo.estabelecimentosIds ?? [])}
    and ${nosRamos(sql`t.area_atual_id`, periodo.areasIds, periodo.soAreas)}
    and ${among(sql`t.cargo_atual_id`, periodo.cargosIds ?? [])}`;

const unknown = () => refuse.invalid([{ field: 'fatia', message: 'Esta fatia de gráfico não existe mais' }]);

/** The slices of the occurrences by kind: those with a measure (0) and those without (1). */
export const fatiasDeOcorrencias: SliceSource = {
  panel: 'ocorrencias',
  lists: ['gestao-talentos/colaboradores-ocorrencias'],
  where({ key, column, filter }, _list, acting) {
    if (!/^[1-9]\d{0,14}$/.test(key)) throw unknown();
    const medida = column === 0 ? sql`x.providencia_id is not null` : sql`x.providencia_id is null`;
    return sql`t.id in (select x.id from (${ocorrenciasDo(periodoDe(filter), acting)}) x where x.ocorrencia_id = ${Number(key)} and ${medida})`;
  },
  async words(db, { key, column, filter }, acting) {
    if (!acting.can(colaboradoresOcorrencias.authority)) throw refuse.forbidden();
    const { dataIni, dataFim } = periodoDe(filter);
    const tipo = /^[1-9]\d{0,14}$/.test(key)
      ? await db.one<{ descricao: string }>(
          sql`select descricao from tipos_ocorrencia where id = ${Number(key)} and empresa_id = ${acting.empresaId}`,
        )
      : undefined;
    if (!tipo) throw unknown();
    const medida = column === 0 ? 'com providência' : 'sem providência';
    return `Ocorrências: ${tipo.descricao}, ${medida}, de ${formatDate(dataIni)} a ${formatDate(dataFim)}`;
  },
};
