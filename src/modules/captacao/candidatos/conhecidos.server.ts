import sql, { type Sql } from 'sql-template-tag';
import { fold } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { DITAS } from './ditas.server.ts';

/** By what an erasure finds somebody where no id leads to them: CPFs as eleven digits, e-mails in small letters, telephones as digits. */
export interface Conhecido {
  nomes: string[];
  cpfs: string[];
  emails: string[];
  telefones: string[];
  /** What the records were called, and their e-mails, whoever wrote them: they tell what is about these records from what only found them. */
  ditos: { nomes: string[]; emails: string[] };
  /** by HR, for whom all that has to do with the records is theirs */
  escolhido: boolean;
  /** HR has said that the account of a record is of that person */
  conferido: boolean;
}

const CAMPOS = ['nome', 'nomeSocial', 'cpf', 'email', 'ddd', 'foneFixo', 'dddCelular', 'foneCelular'] as const;
type Campo = (typeof CAMPOS)[number];

/** A name of two words or more, folded: a single word, or nothing, is part of what tells of others. */
export const nomesInteiros = ({ nomes }: Pick<Conhecido, 'nomes'>): string[] =>
  [...new Set(nomes.map(fold))].filter((nome) => nome.includes(' '));

/**
 * What HR wrote into records, and into those that were merged into them or removed. Nothing of an account, nor what its holder wrote, into the
 * record either: whoever registers may type anybody's name, CPF and address, and prove none of them. Where HR itself chose whom to erase
 * (`escolhido`), all that the records say counts.
 */
export async function conhecidoPor(tx: Tx, candidatos: readonly number[], escolhido: boolean): Promise<Conhecido> {
  const ditos = await tx.query<Record<Campo, string | null> & { doRH: boolean }>(sql`
    with linhas as (
      select to_jsonb(c) as linha from candidatos c where c.id = any(${candidatos}::bigint[])
      union all select jsonb_path_query(u.retrato, '$.linhas[*] ? (@.tabela == "candidatos").linhas[*]') from candidatos_unificacoes u
        where u.candidato_id = any(${candidatos}::bigint[])
      union all select jsonb_path_query(i.retrato, '$[*] ? (@.tabela == "candidatos").linhas[*]') from lixeira i
        where i.tabela = 'candidatos' and i.registro_id = any(${candidatos}::bigint[])),
    -- What is guarded stands masked in the trail, and in clear beside it.
    da_trilha as (
      select unnest(array[${DITAS}, coalesce(g.resumo, g.valores)]) as mudancas from auditoria a left join auditoria_guardados g on g.auditoria_id = a.id
      -- A record that came back from the bin says again what somebody else may have written.
      where a.tabela = 'candidatos' and a.registro_id = any(${candidatos}::bigint[]) and a.usuario_id is not null
        and a.transicao is distinct from 'restaurar')
    select linha ->> 'nome' as nome, linha ->> 'nome_social' as "nomeSocial", linha ->> 'cpf' as cpf, linha ->> 'email' as email, linha ->> 'ddd' as ddd,
      linha ->> 'fone_fixo' as "foneFixo", linha ->> 'ddd_celular' as "dddCelular", linha ->> 'fone_celular' as "foneCelular", false as "doRH" from linhas
    -- The second value of each is what it was changed to.
    union all select mudancas -> 'nome' ->> 1, mudancas -> 'nomeSocial' ->> 1, mudancas -> 'cpf' ->> 1, mudancas -> 'email' ->> 1,
      mudancas -> 'ddd' ->> 1, mudancas -> 'foneFixo' ->> 1, mudancas -> 'dddCelular' ->> 1, mudancas -> 'foneCelular' ->> 1, true from da_trilha
    where mudancas is not null`);
  const textos = (de: typeof ditos, ...campos: Campo[]) => [
    ...new Set(de.flatMap((dito) => campos.flatMap((campo) => dito[campo]?.trim() || []))),
  ];
  const nomesDe = (de: typeof ditos) => textos(de, 'nome', 'nomeSocial');
  const emailsDe = (de: typeof ditos) =>
    textos(de, 'email')
      .map((email) => email.toLowerCase())
      .filter((email) => email.includes('@'));
  const provados = escolhido ? ditos : ditos.filter(({ doRH }) => doRH);
  const digitos = (texto: string) => texto.replaceAll(/\D/g, '');
  const telefones = provados.flatMap(({ ddd, foneFixo, dddCelular, foneCelular }) =>
    [[ddd, foneFixo] as const, [dddCelular, foneCelular] as const].flatMap(([area, fone]) =>
      fone ? [fone, `${area ?? ''}${fone}`] : [],
    ),
  );
  return {
    nomes: nomesDe(provados),
    cpfs: textos(provados, 'cpf')
      .map(digitos)
      .filter(({ length }) => length === 11),
    emails: emailsDe(provados),
    telefones: [...new Set(telefones.map(digitos))].filter(({ length }) => length >= 8),
    ditos: { nomes: nomesDe(ditos), emails: emailsDe(ditos) },
    escolhido,
    conferido:
      (await tx.one(
        sql`select 1 from candidatos_contas where candidato_id = any(${candidatos}::bigint[]) and conferida_em is not null limit 1`,
      )) !== undefined,
  };
}

/** Without what the record of somebody else says as well; once the own records are gone. */
export async function semOutros(tx: Tx, empresaId: number, conhecido: Conhecido): Promise<Conhecido> {
  const { nomes, cpfs, emails, telefones, ditos } = conhecido;
  const semDeles = (textos: readonly string[], coluna: Sql, como = sql`x`) =>
    sql`array(select x from unnest(${textos}::text[]) x where not exists (select from outros where ${coluna} = ${como}))`;
  // No index finds a telephone: one walk for all of them, and none where there is none.
  const semTelefones = sql`array(select x from unnest(${telefones}::text[]) x where x not in (
    select f.fone from candidatos c, lateral (values (c.fone_fixo), (c.ddd || c.fone_fixo), (c.fone_celular), (c.ddd_celular || c.fone_celular)) f(fone)
    where c.empresa_id = ${empresaId} and f.fone is not null))`;
  const { chamados, ...soDele } = await tx.only<
    Pick<Conhecido, 'nomes' | 'cpfs' | 'emails' | 'telefones'> & { chamados: string[] }
  >(sql`
    with outros as not materialized (select nome_ord, cpf, email from candidatos where empresa_id = ${empresaId})
    select ${semDeles(nomes, sql`nome_ord`, sql`dobra(x)`)} as nomes, ${semDeles(cpfs, sql`cpf`)} as cpfs, ${semDeles(emails, sql`email`)} as emails, ${semTelefones} as telefones,
      ${semDeles(ditos.nomes, sql`nome_ord`, sql`dobra(x)`)} as chamados`);
  return { ...conhecido, ...soDele, ditos: { ...ditos, nomes: chamados } };
}
