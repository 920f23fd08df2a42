import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { candidatosVisiveis } from './visiveis.server.ts';

export interface Homonimo {
  id: number;
  nome: string;
  dataNascimento: string | null;
  cidade: string | null;
}

/** Candidates of the same name, accents and capitals aside; two different CPFs are two people. */
export const homonimosDe = (db: Queryable, acting: Acting, nome: string, { cpf = null }: { cpf?: string | null } = {}) =>
  db.query<Homonimo>(sql`
    select t.id, t.nome, t.data_nascimento as "dataNascimento", g.nome as cidade
    from candidatos t left join cidades g on g.id = t.cidade_id
    where ${candidatosVisiveis(acting)} and t.nome_ord = dobra(${nome}) and (t.cpf is null or ${cpf}::text is null or t.cpf = ${cpf})
    order by t.id limit 20`);

const AVISO = 'Já existe um candidato com este nome:';

/** What is said before somebody takes in another candidate of that name. */
export function avisoDeHomonimo({ nome, cidade, dataNascimento }: Homonimo): string {
  const dados = [cidade, dataNascimento && `nascimento em ${formatDate(dataNascimento)}`].filter(Boolean);
  return `${AVISO} ${nome}${dados.length > 0 ? ` (${dados.join(', ')})` : ''}.`;
}

/** A query of all that stands before some words of a text, for each time that they stand there. */
export const antesDe = (texto: Sql, palavras: string): Sql => sql`
  select array_to_string(p[:k], ${palavras}) as nome
  from string_to_array(${texto}, ${palavras}) p, generate_series(1, cardinality(p) - 1) k`;

/**
 * The names that such a sentence, an SQL value, may be about: a name may have parentheses of its own. Whole ones, so that it is never about somebody
 * with a longer name.
 */
export const nomesDoHomonimo = (aviso: Sql): Sql => sql`
  select n.nome from (select substr(${aviso}, ${AVISO.length + 2}::int) as resto where starts_with(${aviso}, ${`${AVISO} `})) a, lateral (
    select left(a.resto, -1) as nome where a.resto like '%.'
    union all ${antesDe(sql`a.resto`, ' (')} where a.resto like '%).') n`;
