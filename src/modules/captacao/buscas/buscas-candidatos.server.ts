import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { tellRows } from '#kit/history/reading.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import type { JobHandler } from '#kit/jobs/jobs.server.ts';
import type { KeptAlone, Services } from '#kit/module/module.server.ts';
import { type ListQuery, narrowedBy, parseListQuery } from '#kit/query/list-query.ts';
import { toldBy } from '#kit/query/told.server.ts';
import { wholly } from '#kit/query/wide.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { inCompany } from '#kit/registry/registry.ts';
import { hooksFor, type Store } from '#kit/store/store.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { ondeTexto } from '../candidatos/busca.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { candidatosNovos } from './buscas-candidatos.messages.ts';
import { buscasCandidatos } from './buscas-candidatos.registry.ts';

/** Candidates of one search that are found in one morning. */
const MAIS_NOVOS = 20_000;
/** Searches of one user in one company that give notice. */
const MAIS_AVISAM = 50;
/** All of them, and with those in the bin: an erasure reads each one. */
const MAIS_BUSCAS = 200;
const MAIS_COM_A_LIXEIRA = 1_000;
/** What the address of a list holds beside its filters. */
const SO_DA_TELA = ['pagina', 'page', 'size', 'porPagina', 'visao', 'vista', 'empresaId', 'sort', 'texto'];

/** The filters of a saved search, as the list of candidates reads its own address. */
function lida(consulta: string, acting: Acting): { query: ListQuery; texto: string; faltas: boolean } {
  const parametros = new URLSearchParams(consulta);
  const texto = parametros.get('texto') ?? '';
  for (const nome of SO_DA_TELA) parametros.delete(nome);
  const { query, issues } = parseListQuery(inCompany(candidatos, acting.settings), Object.fromEntries(parametros));
  // How many a search finds would tell what a field says that its owner may not see, or not any more.
  const escondidos = query.where.some(({ field }) => isHidden(fieldOf(candidatos, field), acting.can));
  return {
    query: { ...query, sort: [] },
    texto,
    faltas: issues.length > 0 || escondidos,
  };
}

/** Each of these is asked every morning, and remembers everybody whom it finds. */
async function cabeMaisUma(tx: Tx, { empresaId, usuarioId }: Acting): Promise<void> {
  const { n } = await tx.only<{ n: number }>(sql`
    select count(*)::int as n from buscas_candidatos where usuario_id = ${usuarioId} and empresa_id = ${empresaId} and avisar`);
  if (n >= MAIS_AVISAM)
    throw new Refusal(
      'BUSCAS_DEMAIS',
      `Você já tem ${MAIS_AVISAM} buscas que avisam de novos candidatos. Tire antes o aviso de outra, ou salve esta sem aviso.`,
      409,
    );
}

/** Refuses one more beside as many as one user may have. Nobody but its owner removes a search. */
async function cabeNova(tx: Tx, { empresaId, usuarioId }: Acting, restored: boolean): Promise<void> {
  const { salvas, excluidas } = await tx.only<{ salvas: number; excluidas: number }>(sql`
    select (select count(*)::int from buscas_candidatos where usuario_id = ${usuarioId} and empresa_id = ${empresaId}) as salvas,
      (select count(*)::int from lixeira where tabela = ${buscasCandidatos.table} and conta_id = ${usuarioId} and empresa_id = ${empresaId}) as excluidas`);
  if (salvas >= MAIS_BUSCAS)
    throw new Refusal('BUSCAS_DEMAIS', `Você já tem ${MAIS_BUSCAS} buscas salvas. Exclua antes uma delas.`, 409);
  if (!restored && salvas + excluidas >= MAIS_COM_A_LIXEIRA)
    throw new Refusal(
      'BUSCAS_DEMAIS',
      'Você excluiu muitas buscas há pouco tempo. Elas saem da lixeira depois de 30 dias; até lá, edite uma das que tem.',
      409,
    );
}

/** Everybody sees and keeps their own searches alone. */
export const buscasCandidatosHooks = hooksFor(buscasCandidatos, {
  where: ({ usuarioId }) => sql`t.usuario_id = ${usuarioId}`,
  // One user's saves one after another: two would both find the last place free.
  lock: async (tx, { acting }) =>
    void (await tx.query(sql`select pg_advisory_xact_lock(hashtext('buscas-candidatos'), ${acting.usuarioId}::int)`)),
  async beforeSave(tx, { value, before, restored, acting }) {
    if (!before) await cabeNova(tx, acting, restored !== undefined);
    if (!before) value.usuario = acting.usuarioId as number;
    // Another search begins anew.
    if (before?.consulta !== value.consulta) value.procuradaEm = null;
    if (lida(String(value.consulta), acting).faltas)
      throw refuse.invalid([
        { field: 'consulta', message: 'Filtros que a lista de candidatos não conhece, ou que você não pode usar' },
      ]);
    if (value.avisar && !before?.avisar) await cabeMaisUma(tx, acting);
  },
});

/** Whoever has searches, also in the bin, where nobody else sees them either. */
export const guardaBuscas: KeptAlone = async (tx, usuarioId) =>
  (await tx.one(sql`
    select 1 from buscas_candidatos where usuario_id = ${usuarioId}
    union all select 1 from lixeira i where i.tabela = ${buscasCandidatos.table} and i.retrato #>> '{0,linhas,0,usuario_id}' = ${String(usuarioId)} limit 1`)) !==
  undefined;

interface Busca {
  id: number;
  nome: string;
  consulta: string;
  usuario: number;
  usuarioNome: string;
  empresaId: number;
  /** it has not looked yet */
  nova: boolean;
}

/** The candidates whom a search finds and has not found before; undefined: it is not asked. */
async function novosDe(db: Queryable, store: Store, acting: Acting, { id, consulta }: Busca): Promise<number[] | undefined> {
  const { query, texto, faltas } = lida(consulta, acting);
  if (faltas || !acting.can(candidatos.authority)) return undefined;
  const comTexto = wholly(ondeTexto(texto, acting.empresaId));
  const novos = sql`not exists (select from buscas_candidatos_vistos v where v.busca_id = ${id} and v.candidato_id = t.id)
    ${comTexto ? sql`and ${comTexto}` : sql``}`;
  const { text, values } = store.statement(acting, query, { select: 't.id', joins: '' }, novos);
  const achados = await db.query<{ id: number }>({ text: `${text} limit ${MAIS_NOVOS}`, values });
  // Nobody is shown a value; how many a guarded filter finds tells one all the same.
  const asked = toldBy(candidatos, store.lookup, { ...query, sort: [] }, acting.can);
  await tellRows(db, acting, candidatos, achados, { asked, filters: narrowedBy(candidatos, query) });
  return achados.map((um) => um.id);
}

/** Remembers whom the search has found, and that they are told of on this day; answers how many. The first time it tells of nobody. */
async function guarda(tx: Tx, { today }: Acting, { id, consulta, nova }: Busca, achados: readonly number[]): Promise<number> {
  // One that was changed meanwhile begins anew.
  const ainda = await tx.one(
    sql`update buscas_candidatos set procurada_em = ${today} where id = ${id} and consulta = ${consulta} and avisar returning 1`,
  );
  if (!ainda) return 0;
  // Whoever was removed since is not found any more.
  const { n } = await tx.only<{ n: number }>(sql`
    with guardados as (
      insert into buscas_candidatos_vistos (busca_id, candidato_id, avisado_em)
      select ${id}, c.id, ${nova ? null : today}::date
      from (select id from candidatos where id = any(${[...achados]}::bigint[]) order by id for key share) c on conflict do nothing returning 1)
    select count(*)::int as n from guardados`);
  return nova ? 0 : n;
}

/** A search that gives no notice any more forgets whom it has found: one that does again begins anew. */
async function esquece(db: Queryable, id: number): Promise<void> {
  await db.query(sql`
    with calada as (update buscas_candidatos set procurada_em = null where id = ${id} and not avisar returning id)
    delete from buscas_candidatos_vistos v using calada c where v.busca_id = c.id`);
}

/**
 * Every morning: each search is asked with the rights of whom it belongs to, and tells how many are new. Users take turns, each with the search first
 * that has waited longest: what one morning cannot do is not always the same one's.
 */
export const avisaDasBuscas =
  ({ db, store }: Pick<Services, 'db' | 'store'>): JobHandler =>
  async ({ acting: sistema, signal }) => {
    const ativas = sql`from buscas_candidatos b join usuarios u on u.id = b.usuario_id and u.ativo
      join empresas e on e.id = b.empresa_id and e.ativo where b.avisar`;
    const caladas = await db.query<Pick<Busca, 'id'>>(sql`
      select b.id from buscas_candidatos b where not b.avisar
        and (b.procurada_em is not null or exists (select from buscas_candidatos_vistos v where v.busca_id = b.id))`);
    // Each is read by itself: somebody may have thousands with long filters.
    const buscas = await db.query<Pick<Busca, 'id'>>(sql`
      select b.id ${ativas}
      order by row_number() over (partition by b.usuario_id order by b.procurada_em nulls first, b.id), b.procurada_em nulls first, b.id`);
    const acessos = createAccessCache(db);
    const avisa = async (id: number): Promise<boolean> => {
      const busca = await db.one<Busca>(sql`
        select b.id, b.nome, b.consulta, b.usuario_id as usuario, u.nome as "usuarioNome", b.empresa_id as "empresaId",
          b.procurada_em is null as nova ${ativas} and b.id = ${id}`);
      if (!busca) return false;
      const { usuario, empresaId } = busca;
      const quem = { id: usuario, nome: busca.usuarioNome };
      const acting = actingOf(quem, await acessos(usuario, empresaId, 0), sistema.requestId);
      // Looking takes its time, and locks nobody.
      const achados = await novosDe(db, store('captacao/candidatos'), acting, busca);
      if (!achados) return false;
      return db.tx(
        async (tx) => {
          const novos = await guarda(tx, acting, busca, achados);
          if (novos === 0) return false;
          await notify(tx, { ...sistema, empresaId }, candidatosNovos, {
            to: [usuario],
            values: {
              busca: busca.nome,
              quantos: counted(novos, 'candidato novo', 'candidatos novos'),
              id: String(busca.id),
              dia: acting.today,
            },
          });
          return true;
        },
        { retry: 2 },
      );
    };
    let avisos = 0;
    await faultsLast(signal, async (part) => {
      for (const { id } of caladas) await part(() => esquece(db, id));
      for (const { id } of buscas) if (await part(() => avisa(id))) avisos++;
    });
    return { mensagem: counted(avisos, 'busca avisou', 'buscas avisaram') };
  };
