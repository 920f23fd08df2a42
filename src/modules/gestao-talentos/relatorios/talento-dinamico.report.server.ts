import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { type Field, fieldOf, isReference } from '#kit/fields/field.ts';
import { guardsOf } from '#kit/fields/sensitive.ts';
import { among } from '#kit/query/among.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { columnOf, foldedColumn, quote } from '#kit/registry/names.server.ts';
import { trabalhaEm } from '../indicadores/posicao.server.ts';
import { nomesExtras } from '../pessoa/campos-extras.ts';
import { noAlcance } from './alcance.server.ts';
import { tempoEntre } from './desligamentos.report.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';
import { numaCelula, umaPorLinha } from './listas-do-talento.server.ts';
import { ehLista } from './listas-do-talento.ts';
import { colunasDe, colunasDoTalento, niveisDe } from './talento-dinamico.report.ts';

interface Filtro extends FiltroDoQuadro {
  colunasDinamicas: readonly string[];
  ordenarPor: string | null;
  ordem: 'asc' | 'desc';
  agruparPor: string | null;
  depoisPor: string | null;
  porFimPor: string | null;
  listasComo: 'C' | 'L';
  situacao: 'A' | 'D' | 'T';
  vinculos: readonly string[] | null;
  admissaoIni: string | null;
  admissaoFim: string | null;
}

/** Table and column with the name of a referenced record. */
const nomesDasReferencias: Readonly<Record<string, readonly [string, string]>> = {
  'cargo-salario/areas-organizacionais': ['areas_organizacionais', 'descricao_hierarquia'],
  'cargo-salario/cargos': ['cargos', 'nome'],
  'cargo-salario/faixas-salariais': ['faixas_salariais', 'nome_com_cargo'],
  'utilitario/estabelecimentos': ['estabelecimentos', 'nome'],
  'geral/estados': ['estados', 'nome'],
  'geral/cidades': ['cidades', 'nome'],
};

const extras: ReadonlySet<string> = new Set(nomesExtras);

/** The day up to which time is counted: today, or the day after the last day, which was worked. */
const desligadoOuHoje = (acting: Acting) => sql`least(${acting.today}::date, t.data_desligamento + 1)`;

/** The SQL of a column over alias `t`. Names come only from the catalogue. */
function expressaoDaColuna(nome: string, acting: Acting, porLinha = false): Sql {
  if (ehLista(nome)) return porLinha ? sql`l.texto` : numaCelula(nome);
  if (nome === 'idade') return sql`extract(year from age(${acting.today}::date, t.data_nascimento))::int`;
  if (nome === 'tempoDeEmpresa') return tempoEntre(sql`t.data_admissao`, desligadoOuHoje(acting));
  const field = fieldOf({ fields: colunasDoTalento }, nome);
  const coluna = `t.${quote(columnOf(nome, field))}`;
  // Each company titles the extra fields itself: under this company's title another company's value would be wrong.
  if (extras.has(nome)) return sql`case when t.empresa_id = ${acting.empresaId} then ${raw(coluna)} end`;
  return isReference(field) ? nomeDaReferencia(nome, field) : comDdd(field, coluna);
}

/** A telephone number with its area code, as the record's page writes it; any other column as it is. */
function comDdd({ areaCode }: Field, coluna: string): Sql {
  if (areaCode === undefined) return raw(coluna);
  const ddd = `t.${quote(columnOf(areaCode, fieldOf({ fields: colunasDoTalento }, areaCode)))}`;
  return raw(`coalesce('(' || ${ddd} || ') ' || regexp_replace(${coluna}, '(\\d{4})$', '-\\1'), ${coluna})`);
}

/** The name of the record that a column refers to, or another column that is kept of it. */
function nomeDaReferencia(nome: string, field: Field, de = (coluna: string) => coluna): Sql {
  const alvo = nomesDasReferencias[field.target ?? ''];
  if (!alvo) throw new Error(`talento-dinamico: ${field.target} has no name here`);
  const [tabela, coluna] = alvo;
  return raw(`(select r.${quote(de(coluna))} from ${quote(tabela)} r where r.id = t.${quote(columnOf(nome, field))})`);
}

/** Text is folded, so that 'Ângela' is sorted between 'Ana' and 'Beatriz'; a name is kept folded with its record. */
function ordemDe(nome: string, acting: Acting): Sql {
  const field = fieldOf({ fields: colunasDoTalento }, nome);
  if (nome === 'tempoDeEmpresa') return sql`(${desligadoOuHoje(acting)} - t.data_admissao)`;
  if (isReference(field)) return nomeDaReferencia(nome, field, foldedColumn);
  const expressao = expressaoDaColuna(nome, acting);
  return ['text', 'longText', 'email'].includes(field.kind) ? sql`dobra(${expressao})` : expressao;
}

export function talentoDinamicoQuery(filtro: Filtro, acting: Acting): Sql {
  const colunasDele = colunasDe(acting);
  const pode = (nome: string) => Object.hasOwn(colunasDele, nome);
  const escolhidas = [...new Set(filtro.colunasDinamicas)].filter(pode);
  if (escolhidas.length === 0) throw refuse.forbidden();
  const { vinculos, admissaoIni, admissaoFim } = filtro;
  const niveis = niveisDe(filtro).filter(pode);
  const nomes = [...new Set([...escolhidas, ...niveis])];
  // `check` has refused a second list by lines.
  const porLinha = filtro.listasComo === 'L' ? nomes.find(ehLista) : undefined;
  const colunas = join(
    nomes.map((nome) => sql`${expressaoDaColuna(nome, acting, nome === porLinha)} as ${raw(quote(nome))}`),
    ', ',
  );
  // Sorting by a hidden column would reveal it.
  const ordenarPor = filtro.ordenarPor !== null && pode(filtro.ordenarPor) ? filtro.ordenarPor : undefined;
  const ordemDosNiveis = niveis.reduce(
    (todos, nivel) => sql`${todos}${ordemDe(nivel, acting)}, ${expressaoDaColuna(nivel, acting)}, `,
    sql``,
  );
  const ordem = ordenarPor && ordemDe(ordenarPor, acting);
  const guardas = [...nomes, ...(ordenarPor ? [ordenarPor] : [])].flatMap((nome) =>
    guardsOf(fieldOf({ fields: colunasDoTalento }, nome)),
  );
  const quais = [...(vinculos ?? [])];
  const situacoes: Readonly<Record<Filtro['situacao'], Sql>> = {
    A: trabalhaEm(acting.today),
    D: sql`t.data_desligamento < ${acting.today}::date`,
    T: sql`true`,
  };
  return sql`
    select e.nome as empresa, ${colunas}
    from talentos t join empresas e on e.id = t.empresa_id ${porLinha ? umaPorLinha(porLinha) : sql``}
    where ${noAlcance(acting, ['ROLE_REL_TALENTO_DINAMICO', ...guardas], filtro)}
      and ${situacoes[filtro.situacao]}
      and ${among(sql`t.vinculo`, quais, 'text')}
      and (${admissaoIni}::date is null or t.data_admissao >= ${admissaoIni}::date)
      and (${admissaoFim}::date is null or t.data_admissao <= ${admissaoFim}::date)
    order by e.nome_ord, e.id, ${ordemDosNiveis}
      ${ordem ? sql`${ordem} ${raw(filtro.ordem)} nulls last, ` : sql``} t.nome_ord, t.id${porLinha ? sql`, l.lugar` : sql``}`;
}
