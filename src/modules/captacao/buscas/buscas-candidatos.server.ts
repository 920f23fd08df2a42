import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import type { JobHandler } from '#kit/jobs/jobs.server.ts';
import type { KeptAlone, Services } from '#kit/module/module.server.ts';
import { type ListQuery, parseListQuery } from '#kit/query/list-query.ts';
import { wholly } from '#kit/query/wide.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { inCompany } from '#kit/registry/registry.ts';
import { hooksFor, type Store } from '#kit/store/store.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { ondeTexto } from '../candidatos/busca.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { candidatosNovos } from './buscas-candidatos.messages.ts';
import { buscasCandidatos } from './buscas-candidatos.registry.ts';

const POR_VEZ = 500;
/** Pages of one search that are looked through: 20,000 candidates. */
const MAIS_VEZES = 40;
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
    query: { ...query, page: 0, size: POR_VEZ, paged: true, sort: [candidatos.sort] },
    texto,
    faltas: issues.length > 0 || escondidos,
  };
}

/** Everybody sees and keeps their own searches alone. */
export const buscasCandidatosHooks = hooksFor(buscasCandidatos, {
  where: ({ usuarioId }) => sql`t.usuario_id = ${usuarioId}`,
  async beforeSave(_tx, { value, before, acting }) {
    if (!before) value.usuario = acting.usuarioId as number;
    // Another search begins anew.
    if (before?.consulta !== value.consulta) value.procuradaEm = null;
    if (lida(String(value.consulta), acting).faltas)
      throw refuse.invalid([
        { field: 'consulta', message: 'Filtros que a lista de candidatos não conhece, ou que você não pode usar' },
      ]);
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

/** Remembers whom the search finds and has not found before, and that they were told of on this day; answers how many. */
async function novosDe(tx: Tx, store: Store, acting: Acting, { id, consulta, nova }: Busca): Promise<number> {
  const { query, texto, faltas } = lida(consulta, acting);
  if (faltas || !acting.can(candidatos.authority)) return 0;
  const avisadoEm = nova ? null : acting.today;
  const comTexto = wholly(ondeTexto(texto, acting.empresaId));
  const novos = sql`not exists (select from buscas_candidatos_vistos v where v.busca_id = ${id} and v.candidato_id = t.id)
    ${comTexto ? sql`and ${comTexto}` : sql``}`;
  let achados = 0;
  for (let vez = 0; vez < MAIS_VEZES; vez++) {
    const { content } = await store.page(tx as Queryable, acting, query, novos);
    if (content.length === 0) break;
    achados += content.length;
    await tx.query(sql`
      insert into buscas_candidatos_vistos (busca_id, candidato_id, avisado_em)
      select ${id}, unnest(${content.map((um) => um.id)}::bigint[]), ${avisadoEm} on conflict do nothing`);
  }
  // One that was changed meanwhile begins anew.
  await tx.query(sql`update buscas_candidatos set procurada_em = ${acting.today} where id = ${id} and consulta = ${consulta}`);
  return nova ? 0 : achados;
}

/** Every morning: each search is asked with the rights of whom it belongs to, and tells how many are new. The first time it tells nothing. */
export const avisaDasBuscas =
  ({ db, store }: Pick<Services, 'db' | 'store'>): JobHandler =>
  async ({ acting: sistema, signal }) => {
    const ativas = sql`from buscas_candidatos b join usuarios u on u.id = b.usuario_id and u.ativo
      join empresas e on e.id = b.empresa_id and e.ativo where b.avisar`;
    // Each is read by itself: somebody may have thousands with long filters.
    const buscas = await db.query<Pick<Busca, 'id'>>(sql`select b.id ${ativas} order by b.id`);
    const acessos = createAccessCache(db);
    let avisos = 0;
    await faultsLast(signal, async (part) => {
      for (const { id } of buscas) {
        const avisa = async () => {
          const busca = await db.one<Busca>(sql`
          select b.id, b.nome, b.consulta, b.usuario_id as usuario, u.nome as "usuarioNome", b.empresa_id as "empresaId",
            b.procurada_em is null as nova ${ativas} and b.id = ${id}`);
          if (!busca) return false;
          const acting = actingOf(
            { id: busca.usuario, nome: busca.usuarioNome },
            await acessos(busca.usuario, busca.empresaId, 0),
            sistema.requestId,
          );
          return db.tx(async (tx) => {
            const novos = await novosDe(tx, store('captacao/candidatos'), acting, busca);
            if (novos === 0) return false;
            await notify(tx, { ...sistema, empresaId: busca.empresaId }, candidatosNovos, {
              to: [busca.usuario],
              values: {
                busca: busca.nome,
                quantos: counted(novos, 'candidato novo', 'candidatos novos'),
                id: String(busca.id),
                dia: acting.today,
              },
            });
            return true;
          });
        };
        if (await part(avisa)) avisos++;
      }
    });
    return { mensagem: counted(avisos, 'busca avisou', 'buscas avisaram') };
  };
