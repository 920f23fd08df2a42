import sql, { join, type Sql } from 'sql-template-tag';
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

const CAMPOS = ['nome', 'nomeSocial', 'cpf', 'email', 'ddd', 'foneFixo', 'dddCelular', 'foneCelular'];

/** A name of two words or more, folded: a single word, or nothing, is part of what tells of others. */
export const nomesInteiros = ({ nomes }: Pick<Conhecido, 'nomes'>): string[] =>
  [...new Set(nomes.map(fold))].filter((nome) => nome.includes(' '));

/**
 * What HR wrote into records, and into those that were merged into them or removed. Nothing of an account, nor what its holder wrote, into the
 * record either: whoever registers may type anybody's name, CPF and address, and prove none of them. Where HR itself chose whom to erase
 * (`escolhido`), all that the records say counts.
 */
export async function conhecidoPor(tx: Tx, candidatos: readonly number[], escolhido: boolean): Promise<Conhecido> {
  const todos = new Ditos();
  const doRH = new Ditos();
  // Each once, and in parts: a record may have had any number of names.
  const lidos = tx.stream<Dito & { doRH: boolean }>(sql`
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
        and a.transicao is distinct from 'restaurar'),
    ditos as (
      select linha ->> 'nome' as nome, linha ->> 'nome_social' as nome_social, linha ->> 'cpf' as cpf, linha ->> 'email' as email, linha ->> 'ddd' as ddd,
        linha ->> 'fone_fixo' as fone_fixo, linha ->> 'ddd_celular' as ddd_celular, linha ->> 'fone_celular' as fone_celular, false as do_rh from linhas
      -- The second value of each is what it was changed to.
      union all select mudancas -> 'nome' ->> 1, mudancas -> 'nomeSocial' ->> 1, mudancas -> 'cpf' ->> 1, mudancas -> 'email' ->> 1,
        mudancas -> 'ddd' ->> 1, mudancas -> 'foneFixo' ->> 1, mudancas -> 'dddCelular' ->> 1, mudancas -> 'foneCelular' ->> 1, true from da_trilha
      where mudancas ?| ${CAMPOS}::text[])
    select distinct x.tipo, x.texto, x.ddd, d.do_rh as "doRH" from ditos d, lateral (values
      ('nome', trim(d.nome), null), ('nome', trim(d.nome_social), null), ('cpf', d.cpf, null), ('email', trim(d.email), null),
      ('fone', d.fone_fixo, d.ddd), ('fone', d.fone_celular, d.ddd_celular)) x(tipo, texto, ddd)
    where x.texto <> ''`);
  for await (const alguns of lidos)
    for (const dito of alguns) {
      todos.soma(dito);
      if (dito.doRH) doRH.soma(dito);
    }
  const provados = escolhido ? todos : doRH;
  return {
    nomes: [...provados.nomes],
    cpfs: [...provados.cpfs],
    emails: [...provados.emails],
    telefones: [...provados.telefones],
    ditos: { nomes: [...todos.nomes], emails: [...todos.emails] },
    escolhido,
    conferido:
      (await tx.one(
        sql`select 1 from candidatos_contas where candidato_id = any(${candidatos}::bigint[]) and conferida_em is not null limit 1`,
      )) !== undefined,
  };
}

interface Dito {
  tipo: 'nome' | 'cpf' | 'email' | 'fone';
  texto: string;
  /** of a telephone */
  ddd: string | null;
}

const digitos = (texto: string) => texto.replaceAll(/\D/g, '');

/** What was said of a record, each once. */
class Ditos {
  readonly nomes = new Set<string>();
  readonly cpfs = new Set<string>();
  readonly emails = new Set<string>();
  readonly telefones = new Set<string>();

  soma({ tipo, texto, ddd }: Dito): void {
    if (tipo === 'nome' && texto.trim() !== '') this.nomes.add(texto.trim());
    if (tipo === 'cpf' && digitos(texto).length === 11) this.cpfs.add(digitos(texto));
    if (tipo === 'email' && texto.includes('@')) this.emails.add(texto.trim().toLowerCase());
    if (tipo === 'fone')
      for (const fone of [digitos(texto), digitos(`${ddd ?? ''}${texto}`)]) if (fone.length >= 8) this.telefones.add(fone);
  }
}

/** Without what the record of somebody else says as well; once the own records are gone. */
export async function semOutros(tx: Tx, empresaId: number, conhecido: Conhecido): Promise<Conhecido> {
  const { nomes, cpfs, emails, telefones, ditos } = conhecido;
  const deles = (tipo: Dito['tipo'], textos: readonly string[], coluna: Sql, como = sql`x`) => sql`
    select ${tipo} as tipo, x as texto from unnest(${textos}::text[]) x where exists (select from outros where ${coluna} = ${como})`;
  // No index finds a telephone: one walk for all of them, and none where there is none.
  const fones = sql`
    select distinct 'fone', f.fone from candidatos c, lateral (values (c.fone_fixo), (c.ddd || c.fone_fixo), (c.fone_celular), (c.ddd_celular || c.fone_celular)) f(fone)
    where c.empresa_id = ${empresaId} and f.fone = any(${telefones}::text[])`;
  const deOutros = { nome: new Set<string>(), cpf: new Set<string>(), email: new Set<string>(), fone: new Set<string>() };
  const lidos = tx.stream<Pick<Dito, 'tipo' | 'texto'>>(sql`
    with outros as not materialized (select nome_ord, cpf, email from candidatos where empresa_id = ${empresaId})
    ${join(
      [
        deles('nome', [...new Set([...nomes, ...ditos.nomes])], sql`nome_ord`, sql`dobra(x)`),
        deles('cpf', cpfs, sql`cpf`),
        deles('email', emails, sql`email`),
        ...(telefones.length > 0 ? [fones] : []),
      ],
      ' union all ',
    )}`);
  for await (const alguns of lidos) for (const { tipo, texto } of alguns) deOutros[tipo].add(texto);
  const sem = (tipo: Dito['tipo'], textos: readonly string[]) => textos.filter((texto) => !deOutros[tipo].has(texto));
  return {
    ...conhecido,
    nomes: sem('nome', nomes),
    cpfs: sem('cpf', cpfs),
    emails: sem('email', emails),
    telefones: sem('fone', telefones),
    ditos: { ...ditos, nomes: sem('nome', ditos.nomes) },
  };
}
