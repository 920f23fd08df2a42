import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { answers, named } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { isWithheld } from './access.server.ts';
import { ALL_COMPANIES, perfis } from './perfis.registry.ts';
import { usuarios } from './usuarios.registry.ts';

const holders = z.object({
  total: z.int(),
  empresas: z.array(z.object({ empresa: named, total: z.int(), pessoas: z.array(named.extend({ ativo: z.boolean() })) })),
});
const given = z.object({
  autoridade: z.string(),
  descricao: z.string(),
  perfis: z.array(named),
  pessoas: z.array(named.extend({ perfis: z.array(z.string()) })),
  total: z.int(),
});

/**
 * Who holds a profile, by company, and which profiles and people have an authority. An answer names 200 people and counts all. Names
 * are for those who may open users, and have these among them.
 */
export function registerQuemTem(app: FastifyInstance, db: Database): void {
  app.get(
    '/api/utilitario/perfis/:id/pessoas',
    {
      config: { authority: perfis.authority },
      schema: { tags: [perfis.title], summary: 'Quem tem o perfil, por empresa', response: answers(holders) },
    },
    async (request) => {
      const { acting } = request;
      queryOf(request, {});
      const id = recordIdOf(request);
      if (!(await db.one(sql`select from perfis where id = ${id}`))) throw refuse.notFound();
      // Without the right to all companies, only people of the actor's own company are named.
      const here = acting.everywhere(perfis.authority) ? sql`true` : sql`a.empresa_id = ${acting.empresaId}`;
      const rows = await db.query<{ empresa: { id: number; nome: string }; pessoas: object[]; total: number }>(sql`
        select jsonb_build_object('id', e.id, 'nome', e.nome) as empresa, count(*)::int as total,
          jsonb_path_query_array(jsonb_agg(jsonb_build_object('id', u.id, 'nome', u.nome, 'ativo', u.ativo) order by u.nome_ord, u.id), '$[0 to 199]') as pessoas
        from usuarios_acessos a join empresas e on e.id = a.empresa_id join usuarios u on u.id = a.registro_id
        where a.perfil_id = ${id} and ${here} group by e.id order by e.nome_ord, e.id`);
      const { total } = await db.only<{ total: number }>(sql`
        select count(distinct a.registro_id)::int as total from usuarios_acessos a join usuarios u on u.id = a.registro_id
        where a.perfil_id = ${id} and u.ativo and ${here}`);
      const mayName = (id: number) =>
        id === acting.empresaId ? acting.can(usuarios.authority) : acting.everywhere(usuarios.authority);
      return { total, empresas: rows.map((row) => ({ ...row, pessoas: mayName(row.empresa.id) ? row.pessoas : [] })) };
    },
  );

  app.get(
    '/api/utilitario/perfis/quem-pode',
    {
      config: { authority: perfis.authority },
      schema: {
        tags: [perfis.title],
        summary: 'Que perfis dão uma autorização, e a quem, na empresa',
        response: answers(z.array(given)),
      },
    },
    async (request) => {
      const { acting, server } = request;
      const { autorizacoes } = queryOf(request, {
        autorizacoes: z
          .string('Autorizações são obrigatórias')
          .max(1_000, 'Valor inválido')
          .regex(/^[A-Z0-9_]+(,[A-Z0-9_]+)*$/, 'Valor inválido'),
      });
      const asked = [...new Set(autorizacoes.split(','))].flatMap((autoridade, ordem) => {
        const known = server.authorities.get(autoridade);
        const negada = isWithheld(request.access.settings, autoridade);
        return known ? [{ autoridade, ordem, exige: known.onlyWith, negada }] : [];
      });
      const rows = await db.query<{ autoridade: string; perfis: object[]; pessoas: object[]; total: number }>(sql`
        with pedidas as (
          select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as x(autoridade text, ordem int, exige text[], negada boolean)),
        ativos as (
          select q.autoridade, q.exige, q.negada, p.id, p.nome, q.autoridade = any(p.autoridades) as da,
            q.exige = '{}' or p.autoridades && q.exige as abre, ${ALL_COMPANIES} = any(p.autoridades) as em_todas
          from pedidas q join perfis p on p.ativo and p.autoridades && (q.exige || q.autoridade)),
        tem as (
          select d.autoridade, u.id, u.nome, u.nome_ord, jsonb_agg(distinct d.nome) filter (where d.da) as perfis, array_agg(d.id) as por,
            ${acting.everywhere(usuarios.authority)} or exists (
              select from usuarios_acessos x where x.registro_id = u.id and x.empresa_id = ${acting.empresaId}) as visto
          from ativos d join usuarios_acessos a on a.perfil_id = d.id and (a.empresa_id = ${acting.empresaId} or d.em_todas)
            join usuarios u on u.id = a.registro_id and u.ativo
          where not d.negada group by d.autoridade, u.id having bool_or(d.da) and bool_or(d.abre)),
        dao as (
          select d.autoridade, d.id, d.nome from ativos d
          where d.da and (d.abre or exists (select from tem t where t.autoridade = d.autoridade and d.id = any(t.por))))
        select q.autoridade,
          coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'nome', d.nome) order by d.nome, d.id) from dao d where d.autoridade = q.autoridade), '[]') as perfis,
          coalesce((select jsonb_path_query_array(jsonb_agg(jsonb_build_object('id', t.id, 'nome', t.nome, 'perfis', t.perfis) order by t.nome_ord, t.id), '$[0 to 199]')
            from tem t where t.autoridade = q.autoridade and t.visto), '[]') as pessoas,
          (select count(*)::int from tem t where t.autoridade = q.autoridade) as total
        from pedidas q order by q.ordem`);
      const mayName = acting.can(usuarios.authority);
      return rows.map((row) => ({
        ...row,
        descricao: server.authorities.get(row.autoridade)?.sentence,
        pessoas: mayName ? row.pessoas : [],
      }));
    },
  );
}
