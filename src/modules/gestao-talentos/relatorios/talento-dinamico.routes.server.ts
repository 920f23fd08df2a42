import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { COLUNAS_PADRAO, colunasDe, grupoDaColuna, talentoDinamico } from './talento-dinamico.report.ts';

const ROOT = '/api/gestao-talentos/relatorios/talento-dinamico';

/** The user's last choice: columns, title and the rest of the filter. */
const configuracao = z.object({
  colunasDinamicas: z.array(z.string()),
  titulo: z.string().nullable(),
  filtro: z.record(z.string(), z.unknown()),
});
type Configuracao = z.infer<typeof configuracao>;

const MAIOR_FILTRO = 20_000;

function vistas(colunas: readonly string[], acting: Acting): string[] {
  const dele = colunasDe(acting);
  return colunas.filter((nome) => Object.hasOwn(dele, nome));
}

/** With another CPF a user is another person, who has chosen nothing yet. */
export const esqueceEscolha: NonNullable<Hooks['afterSave']> = async (tx, { id, value, before }) => {
  if (before && value.cpf !== before.cpf) await tx.query(sql`delete from relatorios_dinamicos where usuario_id = ${id}`);
};

/** Columns, and the choice of each user in each company (document 2 §7). */
export function talentoDinamicoRoutes(app: FastifyInstance, { db }: Services): void {
  const schema = { tags: ['Relatórios'] };
  const open = { config: { authority: talentoDinamico.authority }, schema };

  app.get(
    `${ROOT}/pode-gerar-relatorio-dinamico`,
    withAnswer({ config: forUsers, schema }, z.object({ podeGerar: z.boolean() })),
    (request) => {
      queryOf(request, {});
      return { podeGerar: request.acting.can(talentoDinamico.authority) };
    },
  );

  const coluna = z.object({ id: z.string(), nome: z.string(), grupo: z.string(), tipo: z.string() });
  app.get(`${ROOT}/colunas`, withAnswer(open, z.array(coluna)), (request) => {
    queryOf(request, {});
    return Object.entries(colunasDe(request.acting)).map(([nome, { label, kind }]) => ({
      id: nome,
      nome: label,
      grupo: grupoDaColuna(nome),
      tipo: kind,
    }));
  });

  app.get(`${ROOT}/config-relatorio-dinamico`, withAnswer(open, configuracao), async (request): Promise<Configuracao> => {
    queryOf(request, {});
    const { acting } = request;
    const saved = await db.one<Configuracao>(sql`
      select colunas as "colunasDinamicas", titulo, filtro from relatorios_dinamicos
      where usuario_id = ${acting.usuarioId} and empresa_id = ${acting.empresaId}`);
    const { colunasDinamicas, titulo, filtro } = saved ?? { colunasDinamicas: COLUNAS_PADRAO, titulo: null, filtro: {} };
    // Columns whose authority was withdrawn, or that no longer exist, are removed from the choice.
    return { colunasDinamicas: vistas(colunasDinamicas, acting), titulo, filtro };
  });

  app.put(`${ROOT}/config-relatorio-dinamico`, withAnswer(open, configuracao), async (request): Promise<Configuracao> => {
    const { acting } = request;
    const { colunasDinamicas, titulo, filtro } = demand(
      z.object({
        colunasDinamicas: talentoDinamico.filter.colunasDinamicas.schema,
        titulo: talentoDinamico.filter.titulo.schema,
        filtro: z
          .record(z.string().max(60), z.unknown(), 'Valor inválido')
          .default({})
          .refine((valor) => JSON.stringify(valor).length <= MAIOR_FILTRO, 'Valor inválido')
          .transform((valor) =>
            Object.fromEntries(
              Object.entries(valor).filter(
                ([nome]) => Object.hasOwn(talentoDinamico.filter, nome) && !['colunasDinamicas', 'titulo'].includes(nome),
              ),
            ),
          ),
      }),
      request.body,
    );
    const colunas = vistas(colunasDinamicas, acting);
    await db.query(sql`
      insert into relatorios_dinamicos (usuario_id, empresa_id, colunas, titulo, filtro)
      values (${acting.usuarioId}, ${acting.empresaId}, ${colunas}, ${titulo}, ${JSON.stringify(filtro)})
      on conflict (usuario_id, empresa_id) do update set colunas = excluded.colunas, titulo = excluded.titulo, filtro = excluded.filtro`);
    return { colunasDinamicas: colunas, titulo, filtro };
  });
}
