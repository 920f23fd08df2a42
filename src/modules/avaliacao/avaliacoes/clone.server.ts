import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { asCopy, freeTitle } from '#kit/store/free-title.server.ts';
import { actingIn } from '#platform/authority/acting-in.server.ts';
import { copyVersion } from '#platform/questionario/versions.server.ts';
import { modelosAvaliacao } from '../modelos-avaliacao.registry.ts';

export const MODELOS = 'avaliacao/modelos-avaliacao';

export interface Clonado {
  id: number;
  titulo: string;
  empresaId: number;
}

/** CALL-307: the model with its questions, again in the present company or in others of the actor. */
export async function clona(
  tx: Tx,
  { store }: Pick<Services, 'store'>,
  acting: Acting,
  id: number,
  empresas: readonly number[],
): Promise<Clonado[]> {
  const modelos = store(MODELOS);
  const modelo = await modelos.read(tx, acting, id);
  const clonados: Clonado[] = [];
  for (const empresaId of new Set(empresas.length > 0 ? empresas.toSorted((a, b) => a - b) : [acting.empresaId])) {
    const there = empresaId === acting.empresaId ? acting : await actingIn(tx, acting, empresaId);
    if (!there) throw refuse.invalid([{ field: 'empresas', message: 'O registro selecionado não existe' }]);
    if (!there.can(`${modelosAvaliacao.authority}_EDITAR`))
      throw new Refusal(
        'NAO_AUTORIZADO',
        `Você não pode inserir ${modelosAvaliacao.title} na empresa ${there.empresaNome}.`,
        403,
      );
    const { id: novo, titulo } = await modelos.create(tx, there, {
      ...inputOf(modelosAvaliacao, modelo),
      titulo: await freeTitle(tx, modelosAvaliacao, {
        empresaId,
        title: String(modelo.titulo),
        nth: asCopy,
        among: sql`t.tipo = ${modelo.tipo}`,
      }),
      periodoAcompanhamentoExperienciaId: await periodoLa(tx, there, acting, modelo.periodoAcompanhamentoExperienciaId),
    });
    await copyVersion(
      tx,
      there,
      { empresaId: acting.empresaId, dono: MODELOS, donoId: id },
      { empresaId, dono: MODELOS, donoId: novo },
    );
    clonados.push({ id: novo, titulo: String(titulo), empresaId });
  }
  return clonados;
}

/** The period of the same name there. */
async function periodoLa(tx: Tx, there: Acting, here: Acting, id: unknown): Promise<unknown> {
  if (id === null || there.empresaId === here.empresaId) return id;
  const found = await tx.one<{ id: number }>(sql`
    select d.id from periodos_experiencia d join periodos_experiencia o on o.nome_ord = d.nome_ord
    where o.id = ${id} and d.empresa_id = ${there.empresaId}`);
  if (!found)
    throw new Refusal(
      'PERIODO_AUSENTE',
      `A empresa ${there.empresaNome} não tem este período de experiência: inclua-o lá antes de copiar o modelo.`,
    );
  return found.id;
}
