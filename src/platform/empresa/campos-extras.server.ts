import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answers } from '#kit/http/openapi.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import { type CampoExtra, todosOsExtras } from './campos-extras.registry.ts';

/** The configuration is part of the company's settings, which every session caches. */
export const camposExtrasHooks: Hooks = {
  afterSave: (tx) => moveVersion(tx),
  beforeRemove: (tx) => moveVersion(tx),
};

const configurado = z.object({
  nome: z.string(),
  tipo: z.string(),
  titulo: z.string(),
  ordem: z.int(),
  ativoCandidato: z.boolean(),
  obrigatorioCandidato: z.boolean(),
  ativoColaborador: z.boolean(),
  obrigatorioColaborador: z.boolean(),
});

export function registerCamposExtras(app: FastifyInstance): void {
  app.get(
    '/api/geral/campos-extras/configuracoes',
    {
      config: forUsers,
      schema: { tags: ['Empresa'], summary: 'Campos extras que a empresa usa', response: answers(z.array(configurado)) },
    },
    async ({ acting: { settings } }) => {
      const usados = Array.isArray(settings.camposExtras) ? (settings.camposExtras as CampoExtra[]) : [];
      return todosOsExtras.map(({ campo, tipo, titulo }, index) => {
        const usado = usados.find((one) => one.campo === campo);
        const doTalento = settings.campoExtraColaborador === true && usado?.ativoColaborador === true;
        const doCandidato = settings.campoExtraCandidato === true && usado?.ativoCandidato === true;
        return {
          nome: campo,
          tipo,
          titulo: usado?.titulo ?? titulo,
          ordem: usado?.ordem ?? index + 1,
          ativoCandidato: doCandidato,
          obrigatorioCandidato: doCandidato && usado?.obrigatorioCandidato === true,
          ativoColaborador: doTalento,
          obrigatorioColaborador: doTalento && usado?.obrigatorioColaborador === true,
        };
      });
    },
  );
}
