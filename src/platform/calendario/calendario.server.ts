import type { FastifyInstance, FastifyReply } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays, daysBetween } from '#kit/br/date.ts';
import type { Database } from '#kit/db/database.server.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { asHolder } from '#kit/http/holders.server.ts';
import { answers, download, nothing } from '#kit/http/openapi.server.ts';
import { inQuery, paramOf, queryOf } from '#kit/http/query.server.ts';
import { forAnybody, forUsers } from '#kit/http/serves.server.ts';
import { countUnknown } from '#kit/http/throttle.server.ts';
import { Places } from '#kit/lanes/places.ts';
import type { AnyModuleServer } from '#kit/module/module.server.ts';
import type { Condition, ListQuery } from '#kit/query/list-query.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Record_ } from '#kit/registry/record.ts';
import type { Store } from '#kit/store/store.server.ts';
import { digest, newToken } from '#platform/session/cookie.server.ts';
import { actingOf, type Sessions } from '#platform/session/session.server.ts';
import { countAt } from '#platform/session/throttle.server.ts';
import { type CalendarDay, icalendar } from './ical.server.ts';

/** A calendar has so many days back and ahead, so many records of a kind that are to come, go on or began before, and so many in all: the nearest to today. */
const BACK = 60;
const AHEAD = 365;
const MOST = 500;
const MOST_IN_ALL = 1_000;

const TYPE = 'text/calendar; charset=utf-8';
const TOKEN = /^([\w-]{20,100})\.ics$/;

interface Options {
  sessions: Pick<Sessions, 'accessOf' | 'hold'>;
  stores: ReadonlyMap<string, Store>;
  modules: readonly AnyModuleServer[];
  /** the whole address of a path */
  address: (path: string) => string;
}

/** The days that somebody may know now, as the calendars of the lists show them. */
export async function daysOf(
  db: Database,
  { stores, modules, address }: Omit<Options, 'sessions'>,
  acting: Acting,
): Promise<readonly CalendarDay[]> {
  const [first, last] = [addDays(acting.today, -BACK), addDays(acting.today, AHEAD)];
  const all: CalendarDay[] = [];
  for (const [path, store] of stores) {
    const { calendar, authority } = store.registry;
    if (!calendar || !acting.can(authority)) continue;
    const { from, to, goesOn } = calendar;
    // Begun before today, and not over on a day.
    const begun = (on: string): Condition => ({
      field: from,
      form: 'days',
      ...(to === undefined ? {} : { end: to }),
      goesOn: goesOn === true,
      first: on,
      last: addDays(acting.today, -1),
    });
    const toCome: Condition = { field: from, form: 'range', from: acting.today, to: last };
    const rows = new Map<unknown, Record_>();
    for (const condition of [toCome, begun(acting.today), begun(first)])
      for (const row of await store.days(
        db,
        acting,
        queryFor(from, { where: [condition] }, condition === toCome ? 'asc' : 'desc'),
      ))
        rows.set(row.id, row);
    for (const row of rows.values()) all.push(dayOf(path, store, row, acting, address));
  }
  for (const { declaration, days = [] } of modules)
    for (const { id, title, authority, find } of days)
      if (authority.every(acting.can))
        for (const { id: own, nome, dia, link } of await find(db, acting, first, last, MOST))
          all.push({
            uid: uidOf(`${declaration.id}-${id}-${own}`, acting),
            text: `${title}: ${nome}`,
            first: dia,
            last: dia,
            url: linkTo(address, link, acting),
          });
  return nearest(all, acting.today);
}

/** The days that are nearest to today, if there are too many. */
function nearest(all: readonly CalendarDay[], today: string): readonly CalendarDay[] {
  if (all.length <= MOST_IN_ALL) return all;
  const away = ({ first, last }: CalendarDay) => Math.max(daysBetween(today, first), daysBetween(last, today), 0);
  return all
    .map((day) => [away(day), day] as const)
    .toSorted(([a], [b]) => a - b)
    .slice(0, MOST_IN_ALL)
    .map(([, day]) => day);
}

const queryFor = (from: string, more: Partial<ListQuery>, order: 'asc' | 'desc' = 'asc'): ListQuery => ({
  page: 0,
  size: MOST,
  paged: true,
  sort: [{ field: from, order }],
  busca: '',
  where: [],
  ...more,
});

const uidOf = (name: string, { empresaId }: Acting) => `${name}-${empresaId}@vinculo`;
const linkTo = (address: Options['address'], path: string, { empresaId }: Acting) => address(`${path}?empresaId=${empresaId}`);

function dayOf(path: string, { registry }: Store, row: Record_, acting: Acting, address: Options['address']): CalendarDay {
  const { from = '', to, goesOn, title = registry.label } = registry.calendar ?? {};
  const first = String(row[from]);
  const end = to === undefined ? first : (row[to] ?? (goesOn && acting.today > first ? acting.today : first));
  const name =
    fieldText(fieldOf(registry, title), row[title]) || fieldText(fieldOf(registry, registry.label), row[registry.label]);
  return {
    uid: uidOf(`${path.replaceAll('/', '-')}-${row.id}`, acting),
    text: `${registry.singular}: ${name}`,
    first,
    last: typeof end === 'string' ? end : first,
    url: linkTo(address, `/${path}/${row.id}`, acting),
  };
}

/**
 * A user's own calendar of one company, read by a calendar program at a secret address without a session. Each reading is
 * judged by the rights of that moment; the address ends with its revocation, with a new password and when its user is deactivated,
 * and gives nothing while they may do nothing.
 */
export function registerCalendario(app: FastifyInstance, db: Database, options: Options): void {
  const { sessions, stores, address } = options;
  const tags = ['Calendário'];
  const calendar = (reply: FastifyReply, name: string, text: string) =>
    reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}.ics"`)
      .type(TYPE)
      .send(text);

  app.get(
    '/api/calendario/endereco',
    {
      config: forUsers,
      schema: {
        tags,
        summary: 'O endereço do meu calendário: se há, e quando foi lido',
        response: answers(
          z.object({
            criadoEm: z.iso.datetime({ offset: true }).nullable(),
            lidoEm: z.iso.datetime({ offset: true }).nullable(),
          }),
        ),
      },
    },
    async ({ acting }) => {
      const found = await db.one<{ criadoEm: string; lidoEm: string | null }>(
        sql`select criado_em as "criadoEm", lido_em as "lidoEm" from calendarios_pessoais where usuario_id = ${acting.usuarioId} and empresa_id = ${acting.empresaId}`,
      );
      return found ?? { criadoEm: null, lidoEm: null };
    },
  );

  app.post(
    '/api/calendario/endereco',
    {
      config: forUsers,
      schema: {
        tags,
        summary: 'Criar o endereço do meu calendário, mostrado uma vez; o anterior deixa de valer',
        response: answers(z.object({ endereco: z.string() })),
      },
    },
    async (request, reply) => {
      const { acting, usuario } = request;
      await countAt(db, [['calendario', String(usuario.id)]]);
      const token = newToken();
      await db.tx(async (tx) => {
        // Whatever ends the session ends the address after it: a new password, the user's deactivation.
        if (!(await sessions.hold(tx, request))) throw refuse.expired();
        await tx.query(sql`
          insert into calendarios_pessoais (usuario_id, empresa_id, chave) values (${usuario.id}, ${acting.empresaId}, ${digest(token)})
          on conflict (usuario_id, empresa_id) do update set chave = excluded.chave, criado_em = now(), lido_em = null`);
        await acting.audit(tx, {
          table: 'usuarios',
          id: usuario.id,
          action: 'A',
          changes: { calendario: [null, 'Endereço criado'] },
        });
      });
      return reply.header('cache-control', 'no-store').send({ endereco: address(`/api/calendario/${token}.ics`) });
    },
  );

  app.delete(
    '/api/calendario/endereco',
    {
      config: forUsers,
      schema: { tags, summary: 'Revogar o endereço do meu calendário', response: { 204: nothing('revogado') } },
    },
    async ({ acting, usuario }, reply) => {
      await db.tx(async (tx) => {
        const gone = await tx.query(
          sql`delete from calendarios_pessoais where usuario_id = ${usuario.id} and empresa_id = ${acting.empresaId} returning 1`,
        );
        if (gone.length > 0)
          await acting.audit(tx, {
            table: 'usuarios',
            id: usuario.id,
            action: 'A',
            changes: { calendario: ['Endereço criado', null] },
          });
      });
      return reply.status(204).send();
    },
  );

  const one = { cadastro: z.string('Valor inválido').max(200, 'Valor inválido'), id: inQuery.id };
  app.get(
    '/api/calendario/evento',
    { config: forUsers, schema: { tags, summary: 'Um registro, para pôr num calendário', response: { 200: download(['ics']) } } },
    async (request, reply) => {
      const { acting } = request;
      const { cadastro, id } = queryOf(request, one);
      const store = stores.get(cadastro);
      const from = store?.registry.calendar?.from;
      if (!store || from === undefined || !acting.can(store.registry.authority)) throw refuse.notFound();
      const [row] = await store.days(db, acting, queryFor(from, { ids: [id] }));
      if (!row?.[from]) throw refuse.notFound();
      return calendar(reply, 'evento', icalendar(store.registry.title, [dayOf(cadastro, store, row, acting, address)]));
    },
  );

  app.get(
    '/api/calendario/:arquivo',
    {
      config: { ...forAnybody, limits: 'own' },
      schema: { tags, summary: 'O calendário de um endereço secreto', response: { 200: download(['ics']) } },
    },
    async (request, reply) => {
      const [, token] = TOKEN.exec(paramOf(request, 'arquivo')) ?? [];
      const found = token
        ? await db.one<{ id: number; nome: string; empresaId: number; versao: number }>(sql`
            select u.id, u.nome, e.id as "empresaId", v.versao from calendarios_pessoais c, usuarios u, empresas e, versao_acessos v
            where c.chave = ${digest(token)} and u.id = c.usuario_id and u.ativo and e.id = c.empresa_id and e.ativo`)
        : undefined;
      if (!found || !token) {
        // Known ones are counted for their user: an office has many.
        await countUnknown(db, request, 'calendario-desconhecido');
        throw refuse.notFound();
      }
      await countAt(db, [['leituraDeCalendario', String(found.id)]]);
      const access = await sessions.accessOf(found.id, found.empresaId, found.versao);
      if (!access.enters) throw refuse.notFound();
      const acting = actingOf(found, access, request.id);
      await db.query(
        sql`update calendarios_pessoais set lido_em = now() where usuario_id = ${found.id} and chave = ${digest(token)}`,
      );
      // The place is held while the text is made; a reply would hold it until its client has read it.
      const write = async () => icalendar(`Vínculo: ${acting.empresaNome}`, await daysOf(db, options, acting));
      return asHolder(request, reply, `calendario:${found.id}`, async () =>
        calendar(reply, 'vinculo', await writing.hold(found.id, write)),
      );
    },
  );
}

/** A calendar of a thousand days is written in one piece of 35 ms: one at a time, its users in turn. */
const writing = new Places<number>({
  size: 1,
  fits: (_mine, free) => free > 0,
  waiting: [200, 5],
  patience: 20_000,
  refusal: () =>
    new Refusal('OCUPADO', 'Muitos calendários estão sendo lidos ao mesmo tempo. Tente de novo em instantes.', 503, {
      retryAfter: 60,
    }),
});
