import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { asWritten } from '#kit/db/like.ts';
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

/** Patterns of all that may be said so of one candidate, and of nobody with a longer name. */
export const avisosDeHomonimo = (nome: string): string[] => [`${AVISO} ${asWritten(nome)}.`, `${AVISO} ${asWritten(nome)} (%).`];
