import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { counted, isWellFormedText } from '#kit/br/text.ts';
import type { Database } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, nothing } from '#kit/http/openapi.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { countAt } from '#platform/session/throttle.server.ts';
import type { Aviso } from './avisos.ts';
import { relatoDeErro, solicitacaoDeCreditos } from './support-messages.ts';

interface SupportOptions {
  /** recipient of problem reports and credit requests */
  email: string | undefined;
  hasSmtp: boolean;
}

const written = (label: string, max: number) =>
  z
    .string(`${label} é obrigatório`)
    .trim()
    .min(1, `${label} é obrigatório`)
    .max(max, { error: `${label} deve ter no máximo ${max} caracteres`, abort: true })
    .refine(isWellFormedText, 'O texto contém caracteres inválidos');
const sent = (max: number) =>
  z
    .string()
    .transform((text) => text.slice(0, max).toWellFormed())
    .refine(isWellFormedText)
    .catch('');

const problem = z.object({
  mensagem: sent(2_000).refine((text) => text.trim() !== '', 'Mensagem é obrigatória'),
  pilha: sent(20_000),
  pagina: sent(500),
  ambiente: sent(4_000),
});
const credits = z.object({
  nome: written('Nome', 70),
  email: written('E-mail', 200).refine((text) => z.email().safeParse(text).success, 'E-mail inválido'),
  telefone: written('Telefone', 20).refine((text) => /^\d{10,11}$/.test(text.replace(/\D/g, '')), 'Número inválido'),
  quantidadeDesejada: z.coerce
    .number('Quantidade desejada é obrigatória')
    .int('Quantidade desejada inválida')
    .min(1, 'Quantidade desejada é obrigatória')
    .max(999_999, 'Quantidade desejada inválida'),
});

const aviso = z.object({ gravidade: z.string(), codigo: z.string(), mensagens: z.array(z.string()) });

const KEPT_DAYS = 30;

/** Removes old problem reports: whatever stood on the screen may be in one. */
export const forgetReports = (db: Database) =>
  db.query(sql`delete from relatorios_erro where criado_em < now() - make_interval(days => ${KEPT_DAYS})`);

/** Problem reports, system notices, and the assistant's routes, which answer that no assistant is configured. */
export function registerSuporte(app: FastifyInstance, db: Database, { email, hasSmtp }: SupportOptions): void {
  const config = forUsers;
  const tags = ['Suporte'];

  app.post(
    '/api/geral/relatorio-erro',
    {
      config,
      schema: { tags, summary: 'Enviar um relato de erro', response: answers(z.object({ protocolo: z.int() }), { status: 201 }) },
    },
    async (request, reply) => {
      const { mensagem, pilha, pagina, ambiente } = demand(problem, request.body);
      const { acting } = request;
      await countAt(db, [['relato', String(acting.usuarioId)]]);
      const protocolo = await db.tx(async (tx) => {
        const row = await tx.one<{ id: number }>(
          sql`insert into relatorios_erro (usuario_id, empresa_id, pagina, mensagem, pilha, ambiente) values (${acting.usuarioId}, ${acting.empresaId}, ${pagina}, ${mensagem}, ${pilha}, ${ambiente}) returning id`,
        );
        if (email)
          await queueMail(tx, relatoDeErro, {
            para: email,
            empresaId: acting.empresaId,
            values: { numero: String(row?.id), pagina, mensagem, pilha, ambiente },
          });
        return row?.id;
      });
      request.log.warn({ id: request.id, protocolo }, 'relato de erro');
      return reply.status(201).send({ protocolo });
    },
  );

  app.get(
    '/api/geral/avisos',
    { config, schema: { tags, summary: 'Avisos do sistema', response: answers(z.array(aviso)) } },
    async ({ acting }) => {
      const avisos: Aviso[] = [];
      // Others find nothing in the outbox.
      if (acting.everywhere('ROLE_CAD_CAIXA_SAIDA')) {
        const row = await db.one<{ retidos: number; falhas: number }>(
          sql`select count(*) filter (where estado = 'RETIDO')::int as retidos, count(*) filter (where estado = 'FALHOU')::int as falhas
            from emails where estado in ('RETIDO', 'FALHOU') and criado_em > now() - interval '7 days'`,
        );
        if (!hasSmtp && row && row.retidos > 0)
          avisos.push({
            gravidade: 'AVISO',
            codigo: 'SEM_SMTP',
            mensagens: [
              `O envio de e-mails não está configurado: ${counted(row.retidos, 'mensagem aguarda', 'mensagens aguardam')} na Caixa de Saída.`,
            ],
          });
        if (row && row.falhas > 0)
          avisos.push({
            gravidade: 'ERRO',
            codigo: 'EMAIL_FALHOU',
            mensagens: [
              `${counted(row.falhas, 'e-mail não pôde ser enviado', 'e-mails não puderam ser enviados')} nos últimos 7 dias.`,
            ],
          });
      }
      if (acting.can(ALL_COMPANIES)) {
        const broken = await db.query<{ nome: string }>(sql`
        select c.conrelid::regclass || ': ' || c.conname as nome from pg_constraint c where not c.convalidated
        union all select i.indexrelid::regclass::text from pg_index i where not i.indisvalid limit 5`);
        if (broken.length > 0)
          avisos.push({
            gravidade: 'ERRO',
            codigo: 'validacao-integridadeBancoDados',
            mensagens: broken.map(({ nome }) => `Regra ou índice que o banco de dados não garante: ${nome}.`),
          });
      }
      return avisos;
    },
  );

  app.get(
    '/api/geral/assistente-rh/creditos',
    {
      config,
      schema: {
        tags,
        summary: 'Créditos do assistente',
        response: answers(z.object({ configurado: z.boolean(), creditos: z.int() })),
      },
    },
    async () => ({
      configurado: false,
      creditos: 0,
    }),
  );

  app.get(
    '/api/geral/assistente-rh/sugestao',
    { config, schema: { tags, summary: 'Sugestão do assistente', response: { 204: nothing('nenhuma') } } },
    async () => {
      throw new Refusal('ASSISTENTE_INDISPONIVEL', 'O assistente de RH não está configurado nesta instalação.');
    },
  );

  app.post(
    '/api/geral/assistente-rh/solicitacao-creditos',
    { config, schema: { tags, summary: 'Pedir créditos do assistente', response: { 204: nothing('pedidos') } } },
    async (request, reply) => {
      const asked = demand(credits, request.body);
      if (!email) throw new Refusal('SUPORTE_INDISPONIVEL', 'Nenhum endereço de suporte está configurado nesta instalação.');
      await countAt(db, [['creditos', String(request.acting.usuarioId)]]);
      await queueMail(db, solicitacaoDeCreditos, {
        para: email,
        empresaId: request.acting.empresaId,
        values: {
          empresa: request.acting.empresaNome,
          nome: asked.nome,
          email: asked.email,
          telefone: asked.telefone,
          quantidade: String(asked.quantidadeDesejada),
        },
      });
      return reply.status(204).send();
    },
  );
}
