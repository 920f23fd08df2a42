import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { registerSubResource } from '#kit/routes/sub-resource.server.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { createWriting } from '#kit/store/write.server.ts';
import { doColaborador } from '../talentos/do-colaborador.server.ts';
import { deTalentosVisiveis, talentoVisivel } from '../talentos/visiveis.server.ts';
import { documentosAnexos } from './documentos-anexos.registry.ts';

export const documentosAnexosHooks: Hooks = {
  ...doColaborador,
  where: deTalentosVisiveis,
  async beforeSave(tx, { value, acting }) {
    await talentoVisivel(tx, acting, value.colaborador);
    value.origem = 'COLABORADOR';
  },
};

/** CALL-637: the documents of one talent, below the talent's address. */
export const documentosAnexosRoutes = (app: FastifyInstance, { db, store }: Services): void =>
  registerSubResource(app, db, {
    path: '/api/gestao-talentos/talentos/:talentoId/documentos-anexos',
    store: store('gestao-talentos/documentos-anexos'),
    parent: { param: 'talentoId', field: 'colaborador', read: (tx, acting, id) => talentoVisivel(tx, acting, id) },
  });

const { insert } = createWriting(documentosAnexos);

/** The documents that a candidate brought, now of the talent whom they became: their files stay where they are. */
export async function recebeDocumentosDoCandidato(
  tx: Tx,
  acting: Acting,
  colaborador: number,
  documentos: readonly { descricao: string; anexo: number; data: string | null; tipoDocumento?: number | null }[],
): Promise<void> {
  for (const documento of documentos) {
    const id = await insert(tx, acting, { ...documento, colaborador, origem: 'CANDIDATO' });
    await acting.audit(tx, {
      table: documentosAnexos.table,
      id,
      action: 'I',
      changes: { descricao: [null, documento.descricao], colaborador: [null, colaborador], anexo: [null, documento.anexo] },
    });
  }
}

/** They stay with the candidate when the talent goes; one that somebody has changed since is the talent's own, and holds it. */
export async function devolveDocumentosDoCandidato(tx: Tx, acting: Acting, colaborador: number): Promise<void> {
  const devolvidos = await tx.query<{ id: number; descricao: string }>(
    sql`delete from documentos_anexos where colaborador_id = ${colaborador} and origem = 'CANDIDATO' and versao = 1 returning id, descricao`,
  );
  for (const { id, descricao } of devolvidos)
    await acting.audit(tx, {
      table: documentosAnexos.table,
      id,
      action: 'E',
      changes: { descricao: [descricao, null], colaborador: [colaborador, null] },
    });
}
