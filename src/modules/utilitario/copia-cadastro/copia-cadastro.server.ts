import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { answers, asTask } from '#kit/http/openapi.server.ts';
import { type Job, LATER, type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { quote } from '#kit/registry/names.server.ts';
import { actingIn } from '#platform/authority/acting-in.server.ts';
import { AREAS, areasNomeadas } from './areas-nomeadas.server.ts';
import {
  type CadastroCopiavel,
  type CopiaFeita,
  comDependencias,
  copiaCadastro,
  dizCopia,
  type Pedido,
  ROOT,
} from './copia-cadastro.ts';
import { copiadora } from './copiadora.server.ts';

const AUTORIDADE = 'ROLE_COPIA_CADASTRO';
const TAREFA = 'cargo-salario.copia-cadastro';

/** Records that a request copies itself; more becomes a task. */
export const COPIAS_NA_HORA = 300;

const ocupada = () =>
  new Refusal(
    'COPIA_EM_ANDAMENTO',
    'Outra cópia para a empresa de destino está em andamento. Tente novamente quando ela terminar.',
    409,
  );

/** Both sides of the copy: the actor with the rights that they have in each company at this moment. */
async function partes(tx: Tx, services: Services, acting: Acting, { empresaOrigemId, empresaDestinoId, cadastros }: Pedido) {
  const de = await quem(tx, acting, empresaOrigemId, 'empresaOrigemId');
  const para = await quem(tx, acting, empresaDestinoId, 'empresaDestinoId');
  exigeAutorizacoes(services, comDependencias(cadastros), de, para);
  return { de, para };
}

/** Two copies into one company would both find a name missing: the second one is refused at once instead of waiting. */
async function travaDestino(tx: Tx, empresaDestinoId: number): Promise<void> {
  const row = await tx.one<{ livre: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('copia-cadastro'), ${empresaDestinoId}::int) as livre`,
  );
  if (!row?.livre) throw ocupada();
}

async function quantos(tx: Tx, services: Services, { empresaOrigemId, cadastros }: Pedido): Promise<number> {
  let n = 0;
  for (const nome of comDependencias(cadastros)) {
    const { table } = services.store(`${ROOT}/${nome}`).registry;
    const row = await tx.one<{ n: number }>(
      sql`select count(*)::int as n from ${raw(quote(table))} where empresa_id = ${empresaOrigemId}`,
    );
    n += row?.n ?? 0;
  }
  return n;
}

/** All or nothing, in the caller's transaction. `advance` is called for each record. */
async function copia(
  tx: Tx,
  services: Services,
  acting: Acting,
  pedido: Pedido,
  advance: (feito: number) => void = () => {},
): Promise<CopiaFeita[]> {
  const { de, para } = await partes(tx, services, acting, pedido);
  await travaDestino(tx, pedido.empresaDestinoId);
  const uma = copiadora(tx, services, de, para, advance);
  for (const nome of pedido.cadastros) await uma.tudo(nome);
  return comDependencias(pedido.cadastros).map((nome): CopiaFeita => uma.feito(nome));
}

/**
 * Copies the areas that the other records refer to, in a short transaction of their own; answers how many are new. Saving an area
 * locks the company's tree, so in the long transaction of the copy everybody else who saves an area would be refused until it
 * ends. The areas stay when the copy is refused later, and the refusal says so.
 */
async function copiaAreas(tx: Tx, services: Services, acting: Acting, pedido: Pedido): Promise<number> {
  const { de, para } = await partes(tx, services, acting, pedido);
  const ids = await areasNomeadas(tx, services, pedido);
  await travaDestino(tx, pedido.empresaDestinoId);
  const uma = copiadora(tx, services, de, para, () => {});
  for (const id of ids) await uma.leva(AREAS, id);
  return uma.feito('areas-organizacionais').copiados;
}

/** The refusal of a copy whose areas were copied already. */
const comAreas = ({ code, message, status, extra }: Refusal, areas: number) => {
  const quantas = counted(areas, 'área organizacional já copiada permanece', 'áreas organizacionais já copiadas permanecem');
  return new Refusal(code, `${message} ${quantas} na empresa de destino.`, status, extra);
};

const copiaFeita = z.array(z.object({ cadastro: z.string(), titulo: z.string(), copiados: z.int(), existentes: z.int() }));

/**
 * CALL-229: copies registries of one company to another. Records that exist under the same name stay as they are, and the copies
 * refer to them.
 */
export function copiaCadastroRoutes(app: FastifyInstance, services: Services): void {
  const { db, jobs } = services;
  app.post(
    '/api/utilitario/copia-cadastro',
    {
      config: { authority: AUTORIDADE },
      schema: {
        tags: ['Cópia de Cadastros entre Empresas'],
        response: { ...answers(copiaFeita), ...asTask },
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const pedido = demandForm(copiaCadastro, request.body, acting);
      const { de, para } = await partes(db, services, acting, pedido);
      const key = `${TAREFA} ${para.empresaId}`;
      const agora = () =>
        db.tx(
          async (tx) => {
            await travaDestino(tx, pedido.empresaDestinoId);
            if (await jobs.isOpen(tx, key)) throw ocupada();
            return (await quantos(tx, services, pedido)) > COPIAS_NA_HORA ? LATER : copia(tx, services, acting, pedido);
          },
          { long: true },
        );
      return jobs.nowOrLater(reply, acting, agora, {
        tipo: TAREFA,
        dados: { ...pedido },
        titulo: `Copiar cadastros de ${de.empresaNome} para ${para.empresaNome}`,
        key,
        busy: ocupada,
      });
    },
  );
}

/** The copy of many records in a task: the areas first, then the rest and the end of the task in one transaction. */
export const copiaCadastroJobs = (services: Services) =>
  ({
    [TAREFA]: titled('Copiar cadastros entre empresas', async (job: Job) => {
      const pedido = demandForm(copiaCadastro, job.dados, job.acting);
      const areas = comDependencias(pedido.cadastros).includes('areas-organizacionais')
        ? await job.db.tx((tx) => copiaAreas(tx, services, job.acting, pedido))
        : 0;
      const resto = job.db.tx(async (tx) => {
        const total = await quantos(tx, services, pedido);
        const feita = await copia(tx, services, job.acting, pedido, (feito) => {
          job.signal.throwIfAborted();
          job.progress(feito, total);
        });
        const contada = feita.map((uma) =>
          uma.cadastro === 'areas-organizacionais'
            ? { ...uma, copiados: uma.copiados + areas, existentes: uma.existentes - areas }
            : uma,
        );
        await job.conclude(tx, { mensagem: dizCopia(contada) });
      });
      await resto.catch((error: unknown) => {
        throw error instanceof Refusal && areas > 0 ? comAreas(error, areas) : error;
      });
      return undefined;
    }),
  }) satisfies TitledJobs;

async function quem(tx: Tx, acting: Acting, empresaId: number, field: string): Promise<Acting> {
  const there = await actingIn(tx, acting, empresaId);
  if (!there) throw refuse.invalid([{ field, message: 'O registro selecionado não existe' }]);
  return there;
}

/**
 * Demands to read in the source and to write in the destination, for each company separately, because rights differ between them.
 */
function exigeAutorizacoes({ store }: Services, nomes: readonly CadastroCopiavel[], de: Acting, para: Acting): void {
  for (const { can, empresaNome } of [de, para])
    if (!can(AUTORIDADE)) throw new Refusal('NAO_AUTORIZADO', `Você não pode copiar cadastros na empresa ${empresaNome}.`, 403);
  for (const nome of nomes) {
    const { authority, title } = store(`${ROOT}/${nome}`).registry;
    if (!de.can(authority))
      throw new Refusal('NAO_AUTORIZADO', `Você não pode consultar ${title} na empresa ${de.empresaNome}.`, 403);
    if (!para.can(`${authority}_EDITAR`))
      throw new Refusal('NAO_AUTORIZADO', `Você não pode inserir ${title} na empresa ${para.empresaNome}.`, 403);
  }
}
