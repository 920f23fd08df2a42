import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { desligamentos } from '../desligamentos/desligamentos.registry.ts';
import { talentos } from './talentos.registry.ts';
import { avisoDaReadmissao } from './vinculos.rules.ts';
import { vinculosDoCpf } from './vinculos.server.ts';

/**
 * Whether a person with a CPF works or has worked in the company, so that a form can offer the existing data: `pessoa` is the
 * last employment, `vinculos` are all of them. Of an employment in an area that the session does not see, the answer only says
 * that it exists (`ativo`: that it continues). An answer reveals whose CPF it is, so it is only for users who may read CPFs. How an employment ended
 * is for whoever opens dismissals; the legal warning, which follows from it, is also for whoever hires, as long as it can be about a hire of today.
 */
export function pessoaPorCpfRoutes(app: FastifyInstance, { db }: Services): void {
  const open = { config: { authority: 'ROLE_CAD_TALENTO' }, schema: { tags: ['Geral'] } };

  async function pessoa(acting: Acting, cpf: string, outraQue = 0) {
    if (!acting.can('ROLE_VER_DOCUMENTOS')) throw refuse.forbidden();
    const todos = await vinculosDoCpf(db, acting, cpf.replace(/\D/g, ''), outraQue);
    const leDesligamentos = acting.can(desligamentos.authority);
    const vinculos = todos.flatMap(({ visivel, tipoDesligamento, ...vinculo }) =>
      visivel ? [{ ...vinculo, tipoDesligamento: leDesligamentos ? tipoDesligamento : null }] : [],
    );
    const ultimo = todos.at(-1);
    const aviso = ultimo?.visivel && outraQue === 0 ? avisoDaReadmissao(ultimo.dataDesligamento, ultimo.tipoDesligamento) : null;
    const avisa = leDesligamentos || (acting.can(`${talentos.authority}_EDITAR`) && aviso !== null && aviso.ate >= acting.today);
    if (ultimo?.visivel) await tellHourly(db, acting, { table: 'talentos', id: ultimo.id, columns: ['CPF'] });
    return {
      existe: todos.length > 0,
      ativo: todos.some(({ dataDesligamento }) => dataDesligamento === null),
      pessoa: ultimo?.visivel ? { id: ultimo.id, nome: ultimo.nome, situacao: ultimo.situacao } : null,
      vinculos,
      avisoDaReadmissao: avisa ? aviso : null,
    };
  }

  const nomeada = named.extend({ situacao: z.string() });
  const vinculo = nomeada.extend({
    matricula: z.string().nullable(),
    dataAdmissao: z.iso.date(),
    dataDesligamento: z.iso.date().nullable(),
    tipoDesligamento: z.string().nullable(),
  });
  const aviso = z.object({ depoisDe: z.iso.date(), ate: z.iso.date(), mensagem: z.string() });
  const achada = z.object({
    existe: z.boolean(),
    ativo: z.boolean(),
    pessoa: nomeada.nullable(),
    vinculos: z.array(vinculo),
    avisoDaReadmissao: aviso.nullable(),
  });
  app.get('/api/geral/pessoas/cpf', withAnswer(open, achada), async (request) => {
    const { cpf, pessoaId } = queryOf(request, { cpf: inQuery.text, pessoaId: inQuery.id.optional() });
    return pessoa(request.acting, cpf, pessoaId);
  });

  app.get('/api/geral/pessoas/cpf-e-empresaId', withAnswer(open, achada), async (request) => {
    const { cpf, empresaId } = queryOf(request, { cpf: inQuery.text, empresaId: inQuery.id });
    // People of another company are a 404, like its records.
    if (empresaId !== request.acting.empresaId) throw refuse.notFound();
    return pessoa(request.acting, cpf);
  });
}
