import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { inputOf } from '#kit/registry/registry.ts';
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
  for (const empresaId of new Set(empresas.length > 0 ? empresas : [acting.empresaId])) {
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
      titulo: await tituloLivre(tx, there, modelo),
      periodoAcompanhamentoExperienciaId: await periodoLa(tx, there, acting, modelo.periodoAcompanhamentoExperienciaId),
    });
    await copyVersion(tx, { empresaId: acting.empresaId, dono: MODELOS, donoId: id }, { empresaId, dono: MODELOS, donoId: novo });
    clonados.push({ id: novo, titulo: String(titulo), empresaId });
  }
  return clonados;
}

/** The title, or with a number behind it while a model of that title stands. */
async function tituloLivre(tx: Tx, { empresaId }: Acting, { tipo, titulo }: Readonly<Record<string, unknown>>): Promise<string> {
  const base = String(titulo).slice(0, 230);
  const { livre } = await tx.only<{ livre: string }>(sql`
    select nome as livre from (
      select n, case when n = 0 then ${base} when n = 1 then ${base} || ' (cópia)' else ${base} || ' (cópia ' || n || ')' end as nome
      from generate_series(0, 1000) n) nomes
    where not exists (select 1 from modelos_avaliacao m
      where m.empresa_id = ${empresaId} and m.tipo = ${tipo} and m.titulo_ord = dobra(nomes.nome))
    order by n limit 1`);
  return livre;
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
