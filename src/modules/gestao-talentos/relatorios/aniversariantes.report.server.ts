import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { trabalhaEm } from '../indicadores/posicao.server.ts';
import { lugarDoTalento, noAlcance } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro {
  mes: string;
}

/** Complete years at the end of this month in the present year: an anniversary of this year, past or still to come. */
const completa = (acting: Acting, data: Sql) => sql`(extract(year from ${acting.today}::date) - extract(year from ${data}))::int`;
const noMes = (mes: string, data: Sql) => sql`extract(month from ${data}) = ${Number(mes)}`;
const dia = (data: Sql) => sql`extract(day from ${data})::int`;

const NASCIMENTO = sql`t.data_nascimento`;
const ADMISSAO = sql`t.data_admissao`;

export const aniversariantesMesQuery = (filtro: Filtro, acting: Acting): Sql => sql`
  select e.nome as empresa, ${dia(NASCIMENTO)} as dia, t.nome as talento, t.matricula, t.data_nascimento as "dataNascimento",
    ${completa(acting, NASCIMENTO)} as idade, a.descricao_hierarquia as area, c.nome as cargo, s.nome as estabelecimento, t.email
  from talentos t ${lugarDoTalento}
  where ${noAlcance(acting, 'ROLE_REL_ANIVERSARIANTES_MES', filtro)} and ${trabalhaEm(acting.today)} and ${noMes(filtro.mes, NASCIMENTO)}
  order by e.nome_ord, e.id, dia, t.nome_ord, t.id`;

export const aniversariantesTempoDeEmpresaQuery = (filtro: Filtro & { tempoMinimo: number }, acting: Acting): Sql => sql`
  select e.nome as empresa, ${dia(ADMISSAO)} as dia, t.nome as talento, t.matricula, t.data_admissao as "dataAdmissao",
    ${completa(acting, ADMISSAO)} as anos, a.descricao_hierarquia as area, c.nome as cargo, s.nome as estabelecimento
  from talentos t ${lugarDoTalento}
  where ${noAlcance(acting, 'ROLE_REL_ANIVERSARIANTES_TEMPO_DE_EMPRESA', filtro)} and ${trabalhaEm(acting.today)} and ${noMes(filtro.mes, ADMISSAO)}
    and ${completa(acting, ADMISSAO)} >= ${filtro.tempoMinimo}
  order by e.nome_ord, e.id, dia, t.nome_ord, t.id`;
