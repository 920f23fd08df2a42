import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { type Hooks, UNASKED } from '#kit/store/store.server.ts';
import { mexeuHoje } from '../candidatos/mudanca.server.ts';
import { candidatoVisivel, deCandidatosVisiveis } from '../candidatos/visiveis.server.ts';
import { examesPalografico } from './exames-palografico.registry.ts';

export const examesPalograficoHooks: Hooks = {
  where: deCandidatosVisiveis,
  async beforeSave(tx, { value, acting }) {
    const { id } = await candidatoVisivel(tx, acting, value.candidato);
    await mexeuHoje(tx, sql`t.id = ${id}`);
  },
};

const texto = z.string().nullable();
/** ENT-028; a candidate without an exam has one without texts. */
const exame = z.object({
  id: z.int(),
  nome: z.string(),
  cpf: texto,
  ocrTexto: texto,
  examePalografico: texto,
  resultadoExamePalografico: texto,
  imagem: z.looseObject({ id: z.int() }).nullable(),
});

const mudado = exame.partial().required({ id: true });

const mudanca = z.strictObject({
  ocrTexto: texto.optional(),
  examePalografico: texto.optional(),
  resultadoExamePalografico: texto.optional(),
  imagem: z.int().positive().nullish(),
});

/** CALL-090, CALL-091: the exam of one candidate, below the candidate's address. */
export function examesPalograficoRoutes(app: FastifyInstance, { db, store }: Services): void {
  const exames = store('captacao/exames-palografico');
  const candidatos = store('captacao/candidatos');
  const { authority } = examesPalografico;
  const path = '/api/captacao/candidatos/:id/exames-palografico';
  const schema = { tags: [examesPalografico.title] };

  async function doCandidato(of: Parameters<typeof exames.readWhole>[0], acting: Acting, candidatoId: number) {
    const { nome } = await candidatoVisivel(of, acting, candidatoId);
    const { cpf } = await candidatos.read(of, acting, candidatoId);
    const row = await of.one<{ id: number }>(sql`select id from exames_palografico where candidato_id = ${candidatoId}`);
    const feito = row && (await exames.readWhole(of, acting, row.id));
    return { feito, nome, cpf: (cpf as string | null) ?? null };
  }
  const noFio = async (of: Parameters<typeof exames.readWhole>[0], acting: Acting, candidatoId: number) => {
    const { feito, nome, cpf } = await doCandidato(of, acting, candidatoId);
    const de = (campo: string) => (feito?.[campo] ?? null) as string | null;
    return {
      id: candidatoId,
      nome,
      cpf,
      ocrTexto: de('ocrTexto'),
      examePalografico: de('examePalografico'),
      resultadoExamePalografico: de('resultadoExamePalografico'),
      imagem: feito?.imagem ?? null,
    };
  };

  /** The candidate's CPF is a guarded value. */
  async function conta<E extends { id: number; cpf: string | null }>(of: Queryable, acting: Acting, lido: E): Promise<E> {
    if (lido.cpf !== null) await tellHourly(of, acting, { table: 'candidatos', id: lido.id, columns: ['CPF'] });
    return lido;
  }

  app.get(path, withAnswer({ config: { authority }, schema }, exame), async (request) => {
    queryOf(request, {});
    return conta(db, request.acting, await noFio(db, request.acting, recordIdOf(request)));
  });

  app.patch(path, withAnswer({ config: { authority: `${authority}_EDITAR` as const }, schema }, mudado), (request) => {
    const { acting } = request;
    const id = recordIdOf(request);
    const mudou = demand(mudanca, request.body);
    return db.tx(async (tx) => {
      await candidatoVisivel(tx, acting, id, true);
      const { feito } = await doCandidato(tx, acting, id);
      if (feito) await exames.update(tx, acting, feito.id, { ...inputOf(examesPalografico, feito), ...mudou }, UNASKED);
      else await exames.create(tx, acting, { candidato: id, ...mudou }, UNASKED);
      // Whoever may write exams and not open them is told that it was done.
      return acting.can(authority) ? conta(tx, acting, await noFio(tx, acting, id)) : { id };
    });
  });
}
