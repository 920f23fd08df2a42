import sql, { type Sql } from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { posicaoEm } from '#modules/gestao-talentos/public.server.ts';

/** Asks of the database alone what a call of ours asks: statements written by hand, prepared, through the same driver. */
export type Bare = (db: Database, turn: number) => Promise<unknown>;

const ask = (db: Database, query: Sql) => db.query(prepared(query.text, [...query.values]));

const colunas = sql`t.id, t.versao, t.nome, t.matricula, t.cpf, t.data_admissao, t.situacao, a.nome as area, c.nome as cargo`;
const nomes = sql`left join areas_organizacionais a on a.id = x.area left join cargos c on c.id = x.cargo`;

/** A page of fifteen ids in their order, what is shown of them, and the total. */
const lista =
  (ids: (turn: number) => Sql, total: (turn: number) => Sql): Bare =>
  async (db, turn) => {
    await ask(
      db,
      sql`select ${colunas} from (select q.*, row_number() over () as n from (${ids(turn)}) q) x join talentos t on t.id = x.id ${nomes} order by x.n`,
    );
    await ask(db, total(turn));
  };

/** The bare statements of the lists of talents of one company, by the name of the call. */
export function listasCruas(
  empresaId: number,
  past: string,
  hoje: string,
  busca: readonly string[],
  areas: readonly number[],
): Record<string, Bare> {
  const atual = (onde: (turn: number) => Sql, ordem: Sql, offset = 0) =>
    lista(
      (turn) =>
        sql`select t.id, t.area_atual_id as area, t.cargo_atual_id as cargo from talentos t where t.empresa_id = ${empresaId}${onde(turn)} order by ${ordem} limit 15 offset ${offset}`,
      (turn) => sql`select count(*)::int as n from talentos t where t.empresa_id = ${empresaId}${onde(turn)}`,
    );
  const lugar = posicaoEm(past, hoje, [empresaId], { salario: false });
  const pago = posicaoEm(past, hoje, [empresaId]);
  const admitidos = sql`t.empresa_id = ${empresaId} and t.data_admissao <= ${past}::date`;
  const daquele = (onde: (turn: number) => Sql, ordem: Sql, { juncoes, area, cargo } = lugar, rotulos = sql``) =>
    lista(
      (turn) =>
        sql`select t.id, ${area} as area, ${cargo} as cargo from talentos t ${juncoes} ${rotulos} where ${admitidos}${onde(turn)} order by ${ordem} limit 15`,
      (turn) => sql`select count(*)::int as n from talentos t where ${admitidos}${onde(turn)}`,
    );
  const tudo = () => sql``;
  const nome = sql`t.nome_ord, t.id`;
  const parte = (turn: number) => sql` and t.busca like ${`%${busca[turn % busca.length]}%`}`;
  const minhas = () => sql` and t.area_atual_id = any(${[...areas]}::bigint[])`;
  return {
    list: atual(tudo, nome),
    'three filters and a sort': atual(
      () => sql` and t.situacao = 'A' and t.vinculo = 'E' and t.data_admissao >= '2023-01-01'`,
      sql`t.data_admissao desc, t.id desc`,
    ),
    'page 5,000': atual(tudo, nome, 75_000),
    'part of a name': atual(parte, nome),
    // What a page of people alone costs that contain the text.
    'search of everything': atual(parte, nome),
    'list by salary': atual(tudo, sql`t.salario_atual desc, t.id desc`),
    'as of a day': daquele(tudo, nome),
    'as of a day, by salary': daquele(tudo, sql`${pago.salario} desc, t.id desc`, pago),
    'as of a day, by area': daquele(
      tudo,
      sql`o.nome_ord, t.id`,
      lugar,
      sql`left join areas_organizacionais o on o.id = ${lugar.area}`,
    ),
    'as of a day, name': daquele(parte, nome),
    "manager's list": atual(minhas, nome),
    "manager's list as of a day": daquele(minhas, nome),
  };
}
