import type { FastifyInstance } from 'fastify';

/** The extra fields of document 1 §3: texto1–8, textolongo1–2, data1–3, valor1–2, numero1. */
const KINDS = [
  { tipo: 'texto', titulo: 'Texto', quantos: 8 },
  { tipo: 'textolongo', titulo: 'Texto longo', quantos: 2 },
  { tipo: 'data', titulo: 'Data', quantos: 3 },
  { tipo: 'valor', titulo: 'Valor', quantos: 2 },
  { tipo: 'numero', titulo: 'Número', quantos: 1 },
] as const;

export function registerCamposExtras(app: FastifyInstance): void {
  app.get(
    '/api/geral/campos-extras/configuracoes',
    { config: { authority: 'sessao' }, schema: { tags: ['Empresa'], summary: 'Campos extras que a empresa usa' } },
    async ({ acting }) =>
      KINDS.flatMap(({ tipo, titulo, quantos }) =>
        Array.from({ length: quantos }, (_, index) => ({
          nome: `${tipo}${index + 1}`,
          titulo: `${titulo} ${index + 1}`,
          tipo,
          ordem: index + 1,
          ativoCandidato: acting.settings.campoExtraCandidato === true,
          ativoColaborador: acting.settings.campoExtraColaborador === true,
        })),
      ),
  );
}
