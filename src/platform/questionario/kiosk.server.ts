import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { addMonths, today } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { installationSecret } from '#kit/files/secrets.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { asHolder } from '#kit/http/holders.server.ts';
import { answers, described } from '#kit/http/openapi.server.ts';
import { forAnybody } from '#kit/http/serves.server.ts';
import { countAttempt, networkOf } from '#kit/http/throttle.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { cpfText } from '#platform/session/accounts.server.ts';
import { cookieOf } from '#platform/session/cookie.server.ts';
import { envioNoFio, esperasNoFio, MAIOR_ENVIO, questionarioNoFio, RECEBIDO, recebidoNoFio } from './answer-wire.ts';
import { type Asked, findAsked, readAsked, submit, waitingOf } from './answering.server.ts';

/** How somebody without an e-mail says who they are. */
const credentials = z.object({
  empresaId: z.int('Empresa inválida').positive('Empresa inválida'),
  cpf: cpfText,
  nascimento: z.iso.date({ error: ({ input }) => `Data de nascimento ${input === '' ? 'é obrigatória' : 'inválida'}` }),
});
export type Identidade = z.output<typeof credentials>;

const one = credentials.extend({ id: z.int('Valor inválido').positive('Valor inválido') });
const sending = one.extend(envioNoFio.omit({ revisao: true }).shape);

interface Kiosk {
  /** where the three routes stand; the page asks at the usual place */
  path?: `/api/publico/${string}`;
  /** the key of the person with these data in that company; undefined: there is none */
  pessoa(db: Queryable, identidade: Identidade): Promise<string | undefined>;
}

/**
 * Failures in 15 minutes: of one CPF from one network; of one CPF from everywhere; and of one network, behind which a whole company may
 * stand. Devices on which somebody of the company has entered are counted apart from all others, in each of the three: strangers, also in
 * the company's own network, shut a CPF or the network for themselves and not at its kiosk. They do shut it for a kiosk on which nobody
 * has entered yet.
 */
const MOST_OF_BOTH = 5;
const MOST_OF_CPF = 10;
const MOST_OF_CPF_ON_DEVICES = 50;
const MOST_OF_NETWORK = 100;
/** A device is known in the month in which somebody entered there, and in the next: what it keeps tells no day. */
const KNOWN_FOR = 62 * 24 * 3_600;

/** A key that is nobody's: nothing waits for it. */
const NOBODY = '';

/** Whose places are held by requests at any kiosk. */
const holder = ({ empresaId, cpf }: Identidade) => `quiosque:${empresaId}:${cpf}`;

/** The same for unknown people, wrong days of birth, and people whom nobody asks. */
const nobody = () =>
  new Refusal('NADA_ESPERA', 'Nenhum questionário espera por você com estes dados. Confira o CPF e a data de nascimento.', 404);

/**
 * Answering on a device that several people use, by CPF and date of birth, in rounds that allow it. Who it is comes with each request
 * and is kept nowhere; what has been written stays on the screen until it is sent.
 */
export function registerQuiosque(
  app: FastifyInstance,
  { db, address }: Pick<Services, 'db' | 'address'>,
  { pessoa, path: at = '/api/publico/quiosque' }: Kiosk,
): void {
  const device = cookieOf('vinculo_quiosque', address('/').startsWith('https:'));

  /** Counts the attempt by digests that nobody can try CPFs against; a success takes its count back. */
  async function asPerson<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    who: Identidade,
    work: (key: string) => Promise<T>,
  ): Promise<T> {
    const secret = await installationSecret();
    const digestOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
    const network = networkOf(request.ip);
    const cpf = digestOf(`cpf ${who.empresaId} ${who.cpf}`);
    const [token = '', former] = [today(), addMonths(today(), -1)].map((day) =>
      digestOf(`aparelho ${who.empresaId} ${network} ${day.slice(0, 7)}`),
    );
    const shown = device.read(request);
    const isKnown = shown === token || shown === former;
    // Known devices are those of one company.
    const [at, mostOfCpf] = isKnown ? [`quiosque:aparelhos:${who.empresaId}`, MOST_OF_CPF_ON_DEVICES] : ['quiosque', MOST_OF_CPF];
    const { settle } = await countAttempt(db, [
      { key: `${at}:${network}`, limit: MOST_OF_NETWORK, settled: 'taken back' },
      { key: `${at}:${network}:${cpf}`, limit: MOST_OF_BOTH, settled: 'forgiven' },
      { key: `${at}:${cpf}`, limit: mostOfCpf, settled: 'forgiven' },
    ]);
    const active = await db.one(sql`select from empresas where id = ${who.empresaId} and ativo`);
    const key = await pessoa(db, who);
    const isPerson = active && key !== undefined;
    // Also for nobody it is looked what waits: otherwise the time would tell that CPF and date of birth are right.
    const answer = await work(isPerson ? key : NOBODY);
    if (!isPerson) throw nobody();
    await settle();
    if (shown !== token) device.write(reply, token, KNOWN_FOR);
    return answer;
  }

  /** One questionnaire of the person, if it may be answered here. */
  async function ask(who: Identidade & { id: number }, key: string): Promise<Asked> {
    const asked = await findAsked(
      db,
      sql`p.id = ${who.id} and p.empresa_id = ${who.empresaId} and p.pessoa = ${key} and p.rodada_id in (select id from rodadas where quiosque)`,
    );
    // As to somebody unknown: another answer would say that CPF and date of birth are right.
    if (!asked) throw nobody();
    return asked;
  }

  const config = { ...forAnybody, limits: 'own' as const };
  const tags = ['Questionários'];
  app.post(
    `${at}/entrar`,
    {
      config,
      schema: {
        tags,
        summary: 'O que espera por alguém, num aparelho comum',
        body: described(credentials),
        response: answers(esperasNoFio),
      },
    },
    async (request, reply) => {
      const who = demand(credentials, request.body);
      const waits = await asPerson(request, reply, who, async (key) => {
        const waiting = await waitingOf(db, who.empresaId, [key], sql`r.quiosque`);
        if (waiting.length === 0) throw nobody();
        return waiting;
      });
      return asHolder(request, reply, holder(who), async () => waits);
    },
  );
  app.post(
    `${at}/abrir`,
    {
      config: { ...config, reads: true },
      schema: {
        tags,
        summary: 'Ler um questionário num aparelho comum',
        body: described(one),
        response: answers(questionarioNoFio),
      },
    },
    async (request, reply) => {
      const who = demand(one, request.body);
      const asked = await asPerson(request, reply, who, (key) => ask(who, key));
      // A draft of another device is nobody else's to read.
      return asHolder(request, reply, holder(who), async () => ({ ...(await readAsked(db, asked)), rascunho: null }));
    },
  );
  app.post(
    `${at}/enviar`,
    {
      config: { ...config, long: true },
      bodyLimit: MAIOR_ENVIO,
      schema: {
        tags,
        summary: 'Enviar as respostas num aparelho comum',
        body: described(sending),
        response: answers(recebidoNoFio),
      },
    },
    async (request, reply) => {
      const who = demand(sending, request.body);
      const asked = await asPerson(request, reply, who, (key) => ask(who, key));
      return asHolder(request, reply, holder(who), async () => {
        await submit(db, asked, who);
        return RECEBIDO;
      });
    },
  );
}
