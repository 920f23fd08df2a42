import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { companiesOf, moveVersion } from '#platform/authority/access.server.ts';
import { parametrosSistema } from './parametros-sistema.registry.ts';

/** The single record can be changed, neither duplicated nor removed. */
const fixos = () => new Refusal('PARAMETROS_FIXOS', 'Os parâmetros do sistema não podem ser excluídos.');
const somenteDeTodas = ({ everywhere }: Acting) =>
  everywhere(`${parametrosSistema.authority}_EDITAR`)
    ? undefined
    : new Refusal('NAO_AUTORIZADO', 'Só quem tem acesso a todas as empresas pode alterar os parâmetros do sistema.', 403);

export const parametrosHooks: Hooks = {
  refuses: (_parametros, acting, deed) => (deed === 'remove' ? fixos() : somenteDeTodas(acting)),
  async beforeSave(tx, { before, acting }) {
    const recusa = somenteDeTodas(acting);
    if (recusa) throw recusa;
    if (before) return;
    if (await tx.one(sql`select id from parametros_sistema limit 1`))
      throw new Refusal('PARAMETROS_EXISTEM', 'Os parâmetros do sistema já existem. Edite o registro atual.');
  },
  afterSave: (tx) => moveVersion(tx),
};

/** Makes the record of an installation that has none. */
export const ensureParametros = (db: Queryable) =>
  db.query(
    sql`insert into parametros_sistema (status_colabore) select 'Inativo' where not exists (select 1 from parametros_sistema)`,
  );

const FLAGS = {
  'compartilha-candidatos': 'compartilharCandidatos',
  'compartilha-colaboradores': 'compartilharColaboradores',
  'compartilha-cursos': 'compartilharCursos',
  'aderiu-ao-esocial': 'aderiuAoESocial',
  'inverter-eixo-resultado-nineBox': 'inverterEixoResultadoNineBox',
} as const;

export function parametrosRoutes(app: FastifyInstance, db: Database): void {
  const config = forUsers;
  const root = '/api/utilitario/parametros-sistema';
  const tags = ['Parâmetros do Sistema'];
  for (const [slug, flag] of Object.entries(FLAGS))
    app.get(
      `${root}/${slug}`,
      withAnswer({ config, schema: { tags, summary: flag } }, z.object({ [flag]: z.boolean() })),
      async ({ acting }) => ({
        [flag]: acting.settings[flag] === true,
      }),
    );
  app.get(
    `${root}/campos-colaborador-obrigatorio`,
    withAnswer({ config, schema: { tags } }, z.array(z.string())),
    async ({ acting }) => acting.settings.camposColaboradorObrigatorio ?? [],
  );
  // Spelled so in the spec.
  app.get(
    `${root}/sistema-rh-atenticado`,
    withAnswer({ config, schema: { tags } }, z.object({ sistemaRhAutenticado: z.boolean() })),
    async () => ({ sistemaRhAutenticado: true }),
  );

  const companies = '/api/utilitario/empresas';
  app.get(
    `${companies}/maximo-cargos`,
    withAnswer({ config, schema: { tags } }, z.object({ maximo: z.int() })),
    async ({ acting }) => ({
      maximo: acting.settings.maxCandidataCargo ?? 0,
    }),
  );
  app.get(
    `${companies}/permitidas-por-compartilhar-colaboradores`,
    withAnswer({ config, schema: { tags } }, z.array(named)),
    async ({ acting }) => {
      const mine = await companiesOf(db, acting.usuarioId ?? 0);
      return acting.settings.compartilharColaboradores === true ? mine : mine.filter(({ id }) => id === acting.empresaId);
    },
  );
}
