import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { among } from '#kit/query/among.server.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { TRABALHA, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { vinculos } from '#modules/gestao-talentos/public.ts';
import type { Dimensao } from '#platform/questionario/round.ts';

type Publico = Readonly<Record<string, unknown>>;

const idsDe = (value: unknown): number[] => (Array.isArray(value) ? value.map((one) => Number(bare(one))) : []);

/** The talents (alias `t`) whom a questionnaire asks: who works here today, is among the chosen, and is seen by whoever asks. */
export function doPublico(acting: Acting, publico: Publico): Sql {
  const { alcance, areas, soAreas, estabelecimentos, cargos, vinculos: quais, admitidosAte, talentos } = publico;
  const escolhidos =
    alcance === 'L'
      ? [sql`t.id = any(${idsDe(talentos)}::bigint[])`]
      : alcance === 'F'
        ? [
            nosRamos(sql`t.area_atual_id`, idsDe(areas), soAreas === true),
            among(sql`t.estabelecimento_atual_id`, idsDe(estabelecimentos)),
            among(sql`t.cargo_atual_id`, idsDe(cargos)),
            among(sql`t.vinculo`, Array.isArray(quais) ? quais : [], 'text'),
            ...(typeof admitidosAte === 'string' ? [sql`t.data_admissao <= ${admitidosAte}::date`] : []),
          ]
        : [];
  return join([talentosVisiveis(acting), TRABALHA, ...escolhidos], ' and ');
}

const tempos = { '1': 'Até 1 ano', '2': 'De 1 a 3 anos', '3': 'De 3 a 5 anos', '4': 'Mais de 5 anos' } as const;
const codigosDeVinculo = Object.keys(vinculos);

/** By what results are told. The order is that of `atributos`. */
export const dimensoes: readonly Dimensao[] = [
  { campo: 'area', rotulo: 'Área', registro: 'cargo-salario/areas-organizacionais' },
  { campo: 'estabelecimento', rotulo: 'Estabelecimento', registro: 'utilitario/estabelecimentos' },
  { campo: 'cargo', rotulo: 'Cargo', registro: 'cargo-salario/cargos' },
  {
    campo: 'vinculo',
    rotulo: 'Vínculo',
    opcoes: Object.fromEntries(Object.values(vinculos).map((rotulo, index) => [String(index + 1), rotulo])),
  },
  { campo: 'tempo', rotulo: 'Tempo de casa', opcoes: tempos },
];

/** The rows of people for a round, each with its place in the dimensions on a day. */
export const participantes = (acting: Acting, publico: Publico): Sql => sql`
  select 'talentos:' || t.id as pessoa, null::text as sobre, null::text as papel, array[
    t.area_atual_id, t.estabelecimento_atual_id, t.cargo_atual_id, array_position(${codigosDeVinculo}::text[], t.vinculo),
    case when t.data_admissao > ${acting.today}::date - interval '1 year' then 1 when t.data_admissao > ${acting.today}::date - interval '3 years' then 2
      when t.data_admissao > ${acting.today}::date - interval '5 years' then 3 else 4 end]::integer[] as atributos
  from talentos t where ${doPublico(acting, publico)}`;
