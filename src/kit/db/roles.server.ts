import pg from 'pg';
import { resetSettings } from './role-settings.server.ts';

/** The role that the program works as: it owns nothing. Its database has the same name. */
export const APPLICATION = 'vinculo';

/** Made with the cluster: migrations, restore and copies are its work. */
export const OWNER = 'vinculo_dono';

async function connect(server: pg.PoolConfig, user: string): Promise<pg.Client> {
  const client = new pg.Client({ ...server, user, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

// Up to version 0.1.0 the role `vinculo` made the cluster and owned all of it. No role can rename itself, so a third role does it
// in one transaction: a program that is killed meanwhile leaves all of it done or nothing.
const PARTING = `
  begin;
  create role vinculo_obra superuser;
  set local session authorization vinculo_obra;
  alter role ${APPLICATION} rename to ${OWNER};
  reset session authorization;
  drop role vinculo_obra;
  commit`;

const APPLICATION_IS_THERE = `
  select from pg_roles
  where rolname = '${APPLICATION}' and rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)
    and rolconfig @> array['log_min_messages=log']`;

// PostgreSQL quotes people's data when it logs a refused statement. Its own processes still log their errors.
const MAKE_APPLICATION = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${APPLICATION}') then create role ${APPLICATION}; end if;
  end $$;
  alter role ${APPLICATION} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
  alter role ${APPLICATION} set log_min_messages = 'log';
  alter role ${OWNER} set log_min_messages = 'log'`;

/**
 * Gives a cluster its owner, the application's role and their database, creating those that are missing, and gives the roles our
 * settings. Answers whether the cluster dates from when a single role did everything.
 */
export async function prepareRoles(server: pg.PoolConfig, log: (message: string) => void): Promise<boolean> {
  let isParted = true;
  let owner = await connect(server, OWNER).catch((error: { code?: string }) => {
    if (error.code !== '28000') throw error;
    isParted = false;
  });
  if (!owner) {
    const only = await connect(server, APPLICATION);
    try {
      await only.query(PARTING);
    } finally {
      await only.end();
    }
    owner = await connect(server, OWNER);
  }
  try {
    if ((await owner.query(APPLICATION_IS_THERE)).rowCount === 0) await owner.query(MAKE_APPLICATION);
    await resetSettings(owner, APPLICATION, log);
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [APPLICATION]);
    if (rowCount === 0) await owner.query(`create database ${APPLICATION}`);
  } finally {
    await owner.end();
  }
  return !isParted;
}
