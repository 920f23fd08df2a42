import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { mayDo } from '#platform/mensagens/mensagens.server.ts';
import { isWithheld } from './access.server.ts';
import { ALL_COMPANIES, perfis } from './perfis.registry.ts';
import { usuarios } from './usuarios.registry.ts';

/** Profiles, and people, that are named. */
const NAMED = 5;

/**
 * `GET /api/userinfo/quem-autoriza`: for somebody who was refused. Which rights any of these authorities are, the active profiles
 * that have one of them and are held in this company, and who there gives people their profiles.
 */
export function registerQuemAutoriza(app: FastifyInstance, db: Database): void {
  app.get(
    '/api/userinfo/quem-autoriza',
    {
      config: forUsers,
      schema: {
        tags: ['Sessão'],
        summary: 'A quem pedir uma autorização',
        response: answers(
          z.object({ autorizacoes: z.array(z.string()), perfis: z.array(z.string()), pessoas: z.array(z.string()) }),
        ),
      },
    },
    async (request) => {
      const { acting, access } = request;
      const { empresaId } = acting;
      const { autorizacoes } = queryOf(request, {
        autorizacoes: z
          .string('Autorizações são obrigatórias')
          .max(20_000, 'Valor inválido')
          .regex(/^[A-Z0-9_]+(,[A-Z0-9_]+)*$/, 'Valor inválido'),
      });
      const known = [...new Set(autorizacoes.split(','))].filter((name) => app.authorities.has(name));
      const here = sql`(a.empresa_id = ${empresaId} or ${ALL_COMPANIES} = any(p.autoridades))`;
      // Of a right that counts only with another one, the profile has both, unless whoever asks has the other one.
      const asked = known
        .filter((name) => !isWithheld(access.settings, name))
        .map((autoridade) => ({ autoridade, exige: app.authorities.get(autoridade)?.onlyWith ?? [] }))
        .map(({ autoridade, exige }) => ({ autoridade, exige: exige.some(acting.can) ? [] : exige }));
      const profiles = await db.query<{ nome: string }>(sql`
        select p.nome from perfis p where p.ativo
          and exists (select from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as q(autoridade text, exige text[])
            where q.autoridade = any(p.autoridades) and (q.exige = '{}' or p.autoridades && q.exige))
          and exists (select from usuarios_acessos a where a.perfil_id = p.id and ${here})
        order by p.nome limit ${NAMED}`);
      const people = await db.query<{ nome: string }>(sql`
        select u.nome from usuarios u where ${mayDo(empresaId, [`${usuarios.authority}_EDITAR`, `${perfis.authority}_EDITAR`])}
        order by u.nome limit ${NAMED}`);
      return {
        autorizacoes: known.map((name) => app.authorities.get(name)?.sentence).slice(0, NAMED),
        perfis: profiles.map(({ nome }) => nome),
        pessoas: people.map(({ nome }) => nome),
      };
    },
  );
}
