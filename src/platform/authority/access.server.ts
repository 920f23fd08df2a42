import sql, { join, type Sql } from 'sql-template-tag';
import { beforeCommit } from '#kit/db/before-commit.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Authority } from '#kit/module/module.ts';
import { withholding } from '#platform/empresa/empresas.registry.ts';
import { ALL_COMPANIES } from './perfis.registry.ts';

/** What a user may do in a company, with the company's own settings. */
export interface Access {
  authorities: ReadonlySet<string>;
  /** those of them that the user holds in every company */
  everywhere: ReadonlySet<string>;
  /** an active profile lets the user in, be it one that allows nothing but what everybody may */
  enters: boolean;
  empresa: { id: number; nome: string; corPrincipal: string | null; corSecundaria: string | null; logo: number | null };
  settings: Readonly<Record<string, unknown>>;
}

const grants = `usuarios_acessos a join perfis p on p.id = a.perfil_id and p.ativo where a.registro_id = $1`;

let declared: ReadonlyMap<string, Pick<Authority, 'onlyWith'>> = new Map();

/** Called once with every authority that a profile may hold. */
export function declareRights(authorities: typeof declared): void {
  declared = authorities;
}

/** What a right needs to count: one of each of these. */
function needs(right: string): (readonly string[])[] {
  if (declared.size === 0) throw new Error('no rights are declared: every one would count');
  return [[right], declared.get(right)?.onlyWith ?? []].filter((oneOf) => oneOf.length > 0);
}

/**
 * What counts of the rights of all profiles of somebody in a company: whoever may not open records changes, removes and moves none, for
 * answers tell what stands there.
 */
export function counting(rights: Iterable<string>): Set<string> {
  const all = new Set(rights);
  return new Set([...all].filter((right) => needs(right).every((oneOf) => oneOf.some((one) => all.has(one)))));
}

/** The same in SQL: whether all of these rights count, where `holds` says that somebody holds one of some. */
export const countIn = (rights: readonly string[], holds: (oneOf: readonly string[]) => Sql): Sql =>
  join([sql`true`, ...rights.flatMap(needs).map(holds)], ' and ');

/** Whether a company with these settings withholds the right from everybody. */
export const isWithheld = (settings: Readonly<Record<string, unknown>>, right: string): boolean =>
  Object.entries(withholding).some(([setting, authority]) => authority === right && settings[setting] === false);

/** Outside of any company, a user may do what they may do in all companies. */
export const NOWHERE = 0;

/** Authorities of a user in a company: its own profiles there, and profiles that reach every company. */
export async function authoritiesIn(db: Queryable, usuarioId: number, empresaId: number): Promise<Set<string>> {
  const rows = await db.query<{ autoridade: string }>({
    text: `select distinct unnest(p.autoridades) as autoridade from ${grants} and (a.empresa_id = $2 or $3 = any(p.autoridades))`,
    values: [usuarioId, empresaId, ALL_COMPANIES],
  });
  return counting(rows.map(({ autoridade }) => autoridade));
}

const entersIn = async (db: Queryable, usuarioId: number, empresaId: number): Promise<boolean> =>
  (await db.one({
    text: `select 1 from ${grants} and (a.empresa_id = $2 or $3 = any(p.autoridades)) limit 1`,
    values: [usuarioId, empresaId, ALL_COMPANIES],
  })) !== undefined;

/** Authorities of a profile; none while it is inactive. */
export async function authoritiesOfProfile(db: Queryable, perfilId: number): Promise<Set<string>> {
  const row = await db.one<{ autoridades: string[] }>({
    text: 'select autoridades from perfis where id = $1 and ativo',
    values: [perfilId],
  });
  return counting(row?.autoridades ?? []);
}

/** Companies that a user may enter. */
export const companiesOf = (db: Queryable, usuarioId: number) =>
  db.query<{ id: number; nome: string }>({
    text: `select e.id, e.nome from empresas e where e.ativo and (
      exists (select 1 from ${grants} and a.empresa_id = e.id) or exists (select 1 from ${grants} and $2 = any(p.autoridades))) order by e.nome_ord, e.id`,
    values: [usuarioId, ALL_COMPANIES],
  });

/** The settings of a company, which all its users share: its policy may be long. */
async function settingsOf(db: Queryable, empresaId: number): Promise<Record<string, unknown> | undefined> {
  const row = await db.one<{ dados: Record<string, unknown> }>({
    text: `select coalesce((select to_jsonb(p) from parametros_sistema p order by id limit 1), '{}') || to_jsonb(e)
      || jsonb_build_object('campos_extras', (select coalesce(jsonb_agg(jsonb_build_object('campo', x.campo, 'titulo', x.titulo, 'ordem', x.ordem,
        'ativoCandidato', x.ativo_candidato, 'obrigatorioCandidato', x.obrigatorio_candidato, 'ativoColaborador', x.ativo_colaborador,
        'obrigatorioColaborador', x.obrigatorio_colaborador) order by x.ordem, x.id), '[]') from campos_extras x where x.empresa_id = e.id)) as dados
      from empresas e where e.id = $1 and e.ativo`,
    values: [empresaId],
  });
  return row && Object.fromEntries(Object.entries(row.dados).map(([name, value]) => [camel(name), value]));
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

async function loadAccess(
  db: Queryable,
  usuarioId: number,
  empresaId: number,
  theirs: Promise<Record<string, unknown> | undefined>,
): Promise<Access> {
  const found = await theirs;
  const settings = found ?? {};
  const authorities = found ? await authoritiesIn(db, usuarioId, empresaId) : new Set<string>();
  for (const authority of Object.values(withholding)) if (isWithheld(settings, authority)) authorities.delete(authority);
  return {
    authorities,
    everywhere: new Set([...(await authoritiesIn(db, usuarioId, NOWHERE))].filter((one) => authorities.has(one))),
    enters: found !== undefined && (await entersIn(db, usuarioId, empresaId)),
    empresa: {
      id: empresaId,
      nome: (settings.nome as string | undefined) ?? '',
      corPrincipal: (settings.corPrincipal as string | null) ?? null,
      corSecundaria: (settings.corSecundaria as string | null) ?? null,
      logo: (settings.logoEmpresaId as number | null) ?? null,
    },
    settings,
  };
}

/** Caches accesses until the version in the database moves: a revocation in one process counts at once in all. */
export function createAccessCache(db: Queryable) {
  const known = new Map<string, Promise<Access>>();
  const settings = new Map<number, ReturnType<typeof settingsOf>>();
  let current = -1;
  return (usuarioId: number, empresaId: number, version: number): Promise<Access> => {
    if (version !== current || known.size > 5_000) {
      known.clear();
      settings.clear();
      current = version;
    }
    const key = `${usuarioId}:${empresaId}`;
    let access = known.get(key);
    if (!access) {
      const theirs = settings.get(empresaId) ?? settingsOf(db, empresaId);
      settings.set(empresaId, theirs);
      access = loadAccess(db, usuarioId, empresaId, theirs);
      known.set(key, access);
      access.catch(() => {
        known.delete(key);
        settings.delete(empresaId);
      });
    }
    return access;
  };
}

/** Call it in the transaction that changes users, profiles or companies. All of them share this row, so it is locked last. */
export const moveVersion = (tx: Queryable): Promise<void> =>
  beforeCommit(tx, 'versao_acessos', () => tx.query({ text: 'update versao_acessos set versao = versao + 1' }));
