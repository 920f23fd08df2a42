import { z } from 'zod';
import { defineDoor } from '#kit/door/door.ts';
import { boolean, choices } from '#kit/fields/choice.ts';
import { optional } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { proprio } from './proprio.ts';
import { secoesQueSeLevam } from './secoes.ts';

const par = z.tuple([z.string(), z.string()]);

/** Somebody who is in at one company begins at another with the same account (ADR 82). */
export const portasDeOutraEmpresa = {
  oQueLevar: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/outras-empresas/:id/cadastro',
    summary: 'O que do meu cadastro posso levar a outra empresa',
    answers: z.object({
      empresa: z.object({ id: z.int(), nome: z.string() }),
      secoes: z.array(z.object({ id: z.string(), titulo: z.string(), sensivel: z.boolean(), campos: z.array(par) })),
    }),
  }),
  usarConta: defineDoor({
    ...proprio,
    method: 'POST',
    path: '/api/externo/outras-empresas/:id/conta',
    summary: 'Usar a minha conta em outra empresa',
    limits: { person: 20 },
    form: defineForm({
      fields: {
        aceitoPoliticaSeguranca: boolean('Li e aceito o Termo de Privacidade e Política de Segurança'),
        versaoPolitica: text('Versão do termo', 64),
        secoes: optional(choices('O que levar', secoesQueSeLevam, 0)),
      },
    }),
    answers: z.object({ id: z.int(), empresaId: z.int() }),
  }),
};
