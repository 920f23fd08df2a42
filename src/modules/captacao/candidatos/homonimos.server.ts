import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
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
