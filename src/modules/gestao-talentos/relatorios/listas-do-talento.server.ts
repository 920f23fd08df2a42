import sql, { raw, type Sql } from 'sql-template-tag';
import { niveisIdioma, parentescos, situacoesFormacao, tiposFormacao } from '../pessoa/codigos.ts';
import { motivos } from '../talentos/codigos.ts';
import type { ListaDoTalento } from './listas-do-talento.ts';

/** The entries of a list that one cell shows; how many more there are is said. */
const MAIS_NUMA_CELULA = 20;
/** The lines that one talent may take, one for each entry. */
const MAIS_LINHAS = 200;

/** The label of a code. */
const rotulo = (coluna: string, rotulos: Readonly<Record<string, string>>): Sql =>
  sql`(${JSON.stringify(rotulos)}::jsonb ->> ${raw(coluna)})`;

const dia = (coluna: string): Sql => sql`to_char(${raw(coluna)}, 'DD/MM/YYYY')`;

/** The text of each entry of the talent `t`, and its place. Nothing guarded is in it. */
const entradas: Readonly<Record<ListaDoTalento, Sql>> = {
  formacoes: sql`
    select concat_ws(', ', x.curso, x.local, ${rotulo('x.tipo', tiposFormacao)}, ${rotulo('x.situacao', situacoesFormacao)}, x.conclusao) as texto, x.ordem
    from talentos_formacoes x where x.registro_id = t.id`,
  idiomas: sql`
    select concat_ws(', ', i.nome, ${rotulo('x.nivel', niveisIdioma)}) as texto, x.ordem
    from talentos_idiomas x join idiomas i on i.id = x.idioma_id where x.registro_id = t.id`,
  dependentes: sql`
    select concat_ws(', ', x.nome, ${rotulo('x.parentesco', parentescos)}, ${dia('x.data_nascimento')}) as texto, x.ordem
    from talentos_dependentes x where x.registro_id = t.id`,
  experiencias: sql`
    select concat_ws(', ', x.empresa, coalesce(x.nome_mercado, c.nome), concat_ws(' a ', ${dia('x.data_admissao')}, ${dia('x.data_desligamento')})) as texto, x.ordem
    from talentos_experiencias x left join cargos c on c.id = x.cargo_id where x.registro_id = t.id`,
  historicos: sql`
    select concat_ws(', ', ${dia('x.data')}, ${rotulo('x.motivo', motivos)}, f.nome_com_cargo, a.nome) as texto,
      row_number() over (order by x.data, x.id)::int as ordem
    from talentos_historicos x left join faixas_salariais f on f.id = x.faixa_salarial_id
      left join areas_organizacionais a on a.id = x.area_organizacional_id where x.registro_id = t.id`,
};

const primeiras = (lista: ListaDoTalento, quantas: number): Sql =>
  sql`select e.texto, e.ordem, row_number() over (order by e.ordem) as lugar from (${entradas[lista]}) e order by e.ordem limit ${quantas}`;

/** All entries of a list of the talent `t` in one cell. */
export const numaCelula = (lista: ListaDoTalento): Sql => sql`(
  select left(array_to_string((array_agg(p.texto order by p.ordem))[:${MAIS_NUMA_CELULA}::int], '; '), 4000)
    || case when count(*) > ${MAIS_NUMA_CELULA} then '; e mais ' || (count(*) - ${MAIS_NUMA_CELULA}) else '' end
  from (${entradas[lista]} order by 2 limit ${MAIS_LINHAS}) p)`;

/** One line for each entry, as `l`; who has none keeps a line. */
export const umaPorLinha = (lista: ListaDoTalento): Sql => sql`left join lateral (${primeiras(lista, MAIS_LINHAS)}) l on true`;
