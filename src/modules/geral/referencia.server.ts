import { getCbo, getMunicipalities, getStates } from '@brazilian-utils/brazilian-utils';
import sql from 'sql-template-tag';
import type { Database, Tx } from '#kit/db/database.server.ts';

/** The advisory lock that lets one of several processes load. */
const LOCK = 7_204_101;

/** States, cities and occupations of the country, loaded when they are missing; records that somebody changed stay. */
export async function loadReferencia(db: Database): Promise<void> {
  const there = await db.one<{ cidades: boolean; cbos: boolean }>(
    sql`select exists(select 1 from cidades where codigo_ibge is not null) as cidades, exists(select 1 from codigos_cbo) as cbos`,
  );
  if (there?.cidades && there.cbos) return;
  await db.tx(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
    await loadPlaces(tx);
    await loadOccupations(tx);
  });
}

async function loadPlaces(tx: Tx) {
  const states = getStates();
  await tx.query(sql`
    insert into estados (nome, sigla, codigo_ibge)
    select * from unnest(${states.map(({ name }) => name)}::text[], ${states.map(({ code }) => code)}::text[], ${states.map(({ ibgeCode }) => ibgeCode)}::int[])
    on conflict do nothing`);
  const cities = getMunicipalities();
  await tx.query(sql`
    insert into cidades (nome, uf_id, codigo_ibge)
    select c.nome, e.id, c.codigo
    from unnest(${cities.map(({ name }) => name)}::text[], ${cities.map(({ stateCode }) => stateCode)}::text[], ${cities.map(({ code }) => code)}::text[]) c(nome, sigla, codigo)
    join estados e on e.sigla = c.sigla
    on conflict do nothing`);
}

async function loadOccupations(tx: Tx) {
  if ((await tx.one<{ there: boolean }>(sql`select exists(select 1 from codigos_cbo) as there`))?.there) return;
  const found = occupations();
  await tx.query(sql`
    insert into codigos_cbo (codigo, descricao, descricao_completa)
    select c, d, left(c, 4) || '-' || right(c, 2) || ' ' || d
    from unnest(${found.map(({ code }) => code)}::text[], ${found.map(({ description }) => description)}::text[]) x(c, d)`);
}

// The package answers single codes only: all of them are looked up, which takes a fifth of a second, once in a database's life.
function occupations() {
  const found: { code: string; description: string }[] = [];
  for (let code = 0; code < 1_000_000; code += 1) {
    const one = getCbo(String(code).padStart(6, '0'));
    if (one) found.push(one);
  }
  return found;
}
