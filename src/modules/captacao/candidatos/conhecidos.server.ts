import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';

/** All by which somebody is or was known: CPFs as eleven digits, e-mails in small letters. */
export interface Conhecido {
  nomes: string[];
  cpfs: string[];
  emails: string[];
}

const CAMPOS = ['nome', 'nomeSocial', 'cpf', 'email'] as const;

/** What records, those that were merged into them or removed, accounts, and the trail of all of these say; before any of it goes. */
export async function conhecidoPor(tx: Tx, candidatos: readonly number[], contas: readonly number[]): Promise<Conhecido> {
  const ditos = await tx.query<{ campo: (typeof CAMPOS)[number]; valor: string }>(sql`
    with linhas as (
      select to_jsonb(c) as linha from candidatos c where c.id = any(${candidatos}::bigint[])
      union all select to_jsonb(c) from contas_externas c where c.id = any(${contas}::bigint[])
      union all select jsonb_path_query(u.retrato, '$.linhas[*] ? (@.tabela == "candidatos").linhas[*]') from candidatos_unificacoes u
        where u.candidato_id = any(${candidatos}::bigint[])
      union all select jsonb_path_query(i.retrato, '$[*] ? (@.tabela == "candidatos").linhas[*]') from lixeira i
        where i.tabela = 'candidatos' and i.registro_id = any(${candidatos}::bigint[])),
    -- What is guarded stands masked in the trail, and in clear beside it.
    da_trilha as (
      select unnest(array[a.mudancas, g.valores]) as mudancas from auditoria a left join auditoria_guardados g on g.auditoria_id = a.id
      where (a.tabela = 'candidatos' and a.registro_id = any(${candidatos}::bigint[]))
        or (a.tabela = 'contas_externas' and a.registro_id = any(${contas}::bigint[])))
    select x.campo, x.valor from linhas, lateral (values ('nome', linha ->> 'nome'), ('nomeSocial', linha ->> 'nome_social'), ('cpf', linha ->> 'cpf'), ('email', linha ->> 'email')) x(campo, valor)
    where x.valor <> ''
    union select n.campo, v #>> '{}' from da_trilha, unnest(${[...CAMPOS]}::text[]) n(campo), lateral jsonb_path_query(mudancas -> n.campo, '$[*]') v
    where jsonb_typeof(v) = 'string' and v #>> '{}' <> ''`);
  const de = (...campos: (typeof CAMPOS)[number][]) =>
    ditos.filter(({ campo }) => campos.includes(campo)).map(({ valor }) => valor);
  const cpfs = de('cpf').map((cpf) => cpf.replaceAll(/\D/g, ''));
  return {
    nomes: [...new Set(de('nome', 'nomeSocial').map((nome) => nome.trim()))],
    cpfs: [...new Set(cpfs.filter(({ length }) => length === 11))],
    emails: [...new Set(de('email').map((email) => email.trim().toLowerCase()))].filter((email) => email.includes('@')),
  };
}
