import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { listed } from '#kit/br/text.ts';
import type { Database } from '#kit/db/database.server.ts';
import { cleanTyped, EXCESSIVE_FORMATTING } from '#kit/fields/rich-text.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { hasTooManyPlaces, type MessageType, TOO_MANY_PLACES, variablesIn } from '#kit/message/message.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { bodyOf, composed, strayAddresses, type Template } from '#platform/mail/compose.server.ts';
import { countAt } from '#platform/session/throttle.server.ts';
import { modelosMensagens } from './modelos-mensagens.registry.ts';

/** Every declared message, by its id. */
export type MessageTypes = ReadonlyMap<string, MessageType>;

/** A template may use only variables of its message, and must use the required ones. */
function* faultsOf(type: MessageType, { assunto, corpo }: Template): Generator<Issue> {
  const { variables, required = [] } = type;
  for (const [field, text] of Object.entries({ assunto, corpo })) {
    if (hasTooManyPlaces(text)) yield { field, message: TOO_MANY_PLACES };
    const strange = variablesIn(text).filter((name) => !Object.hasOwn(variables, name));
    if (strange.length > 0) yield { field, message: `Esta mensagem não tem ${listed(strange.map((name) => `{{${name}}}`))}` };
  }
  const missing = required.filter((name) => !variablesIn(corpo).includes(name));
  if (missing.length > 0)
    yield { field: 'corpo', message: `O texto precisa ter ${listed(missing.map((name) => `{{${name}}}`))}` };
  for (const { field, name } of strayAddresses(type, { assunto, corpo }))
    yield {
      field,
      message:
        field === 'assunto'
          ? `O assunto não pode ter {{${name}}}`
          : `Deixe {{${name}}} separado do resto do texto e fora de outros endereços`,
    };
}

export const modelosMensagensHooks = (types: MessageTypes): Hooks => ({
  async beforeSave(_tx, { value }) {
    const type = types.get(value.tipo as string);
    if (!type) throw refuse.invalid([{ field: 'tipo', message: 'Mensagem desconhecida' }]);
    const faults = [...faultsOf(type, value as unknown as Template)];
    if (faults.length > 0) throw refuse.invalid(faults);
    value.titulo = type.title;
  },
});

const { fields } = modelosMensagens;
const draft = z.object({ tipo: z.string('Mensagem é obrigatória'), assunto: fields.assunto.schema, corpo: fields.corpo.schema });

const messageType = z.object({
  tipo: z.string(),
  titulo: z.string(),
  assunto: z.string(),
  corpo: z.string(),
  caixa: z.boolean(),
  email: z.boolean(),
  resumo: z.boolean(),
  variaveis: z.array(z.object({ nome: z.string(), descricao: z.string(), obrigatoria: z.boolean() })),
});

/** The messages that can be rewritten, the preview of a template, and a test mail to one's own address. */
export function registerModelosMensagens(app: FastifyInstance, db: Database, types: MessageTypes): void {
  const root = '/api/utilitario/modelos-mensagens';
  const tags = ['Modelos de Mensagens'];
  const open = { authority: modelosMensagens.authority };
  const edit = { authority: `${modelosMensagens.authority}_EDITAR` };

  app.get(
    `${root}/tipos`,
    {
      config: open,
      schema: {
        tags,
        summary: 'Mensagens, com as suas variáveis e o texto que têm sem modelo',
        response: answers(z.array(messageType)),
      },
    },
    async () =>
      [...types.values()].map(({ id, title, subject, text, variables, required = [], channels, digest = false }) => ({
        tipo: id,
        titulo: title,
        assunto: subject,
        corpo: bodyOf(text),
        caixa: channels.includes('inbox'),
        email: channels.includes('mail'),
        resumo: digest,
        variaveis: Object.entries(variables).map(([nome, descricao]) => ({
          nome,
          descricao,
          obrigatoria: required.includes(nome),
        })),
      })),
  );

  /** A draft filled in with the descriptions of its variables. */
  function sampleOf(body: unknown) {
    const given = demand(draft, body);
    const type = types.get(given.tipo);
    if (!type) throw refuse.invalid([{ field: 'tipo', message: 'Mensagem desconhecida' }]);
    const corpo = cleanTyped(given.corpo);
    if (corpo === undefined) throw refuse.invalid([{ field: 'corpo', message: EXCESSIVE_FORMATTING }]);
    const template = { assunto: given.assunto, corpo };
    const faults = [...faultsOf(type, template)];
    if (faults.length > 0) throw refuse.invalid(faults);
    const values = Object.fromEntries(Object.entries(type.variables).map(([name, meaning]) => [name, `[${meaning}]`]));
    return { ...composed(type, template, values), type, link: type.link === undefined ? null : '/' };
  }

  app.post(
    `${root}/previa`,
    {
      config: open,
      schema: {
        tags,
        summary: 'Prévia de um modelo',
        response: answers(z.object({ assunto: z.string(), texto: z.string(), html: z.string() })),
      },
    },
    async ({ body }) => {
      const { assunto, texto, html } = sampleOf(body);
      return { assunto, texto, html };
    },
  );

  app.post(
    `${root}/teste`,
    {
      config: edit,
      schema: {
        tags,
        summary: 'Enviar um modelo para o meu próprio e-mail',
        response: answers(z.object({ para: z.string() }), { status: 202 }),
      },
    },
    async ({ body, acting }, reply) => {
      const { assunto, texto, html, link, type } = sampleOf(body);
      await countAt(db, [['testeDeEmail', String(acting.usuarioId)]]);
      const me = await db.one<{ email: string | null }>(sql`select email from usuarios where id = ${acting.usuarioId}`);
      if (!me?.email) throw new Refusal('SEM_EMAIL', 'Informe o seu e-mail em Meus dados para receber o teste.');
      await db.query(sql`
        insert into emails (para, assunto, texto, html, link, empresa_id, tipo, urgente, usuario_id)
        values (${me.email}, ${`[Teste] ${assunto}`}, ${texto}, ${html}, ${link}, ${acting.empresaId}, ${type.id}, true, ${acting.usuarioId})`);
      return reply.status(202).send({ para: me.email });
    },
  );
}
