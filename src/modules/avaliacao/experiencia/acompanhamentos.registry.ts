import { choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { percentage } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { avaliacoesExperiencia, pareceres, periodoDoTalento, resultados } from '#modules/gestao-talentos/public.ts';
import { respostasDoAcompanhamento } from './acompanhamento.ts';

/** SCR-114: whoever is on trial, a line for each period: what was asked about them, of whom, and what came of it. */
export const acompanhamentos = defineRegistry({
  id: 'acompanhamentos-periodos-experiencia',
  table: 'acompanhamentos_dos_talentos',
  title: 'Acompanhamento do Período de Experiência',
  singular: 'Acompanhamento do Período de Experiência',
  authority: avaliacoesExperiencia.authority,
  scope: 'empresa',
  fields: {
    ...periodoDoTalento,
    modelo: optional(ref('Modelo de avaliação', 'avaliacao/modelos-avaliacao')),
    avaliador: optional(ref('Avaliador', 'gestao-talentos/talentos')),
    resposta: having(choice('Perguntas', respostasDoAcompanhamento), { tones: { E: 'waiting', P: 'waiting', R: 'good' } }),
    percentual: optional(percentage('Percentual')),
    resultado: having(optional(choice('Resultado', resultados)), { tones: { A: 'good', R: 'bad' } }),
    parecer: optional(choice('Parecer', pareceres)),
    avaliacao: optional(ref('Avaliação', `gestao-talentos/${avaliacoesExperiencia.id}`)),
  },
  columns: ['nome', 'periodo', 'termino', 'situacao', 'avaliador', 'resposta', 'percentual', 'parecer'],
  filters: ['nome', 'areaAtual', 'cargoAtual', 'periodo', 'termino', 'situacao', 'resposta', 'resultado', 'parecer'],
  search: ['nome'],
  sort: { field: 'termino', order: 'asc' },
  empty: {
    why: 'Quem foi admitido aparece aqui a cada período de experiência, para que o líder responda e a decisão não passe do prazo.',
    next: { label: 'Períodos de Experiência', to: '/avaliacao/periodos-experiencia', authority: 'ROLE_CAD_PERIODO_EXPERIENCIA' },
  },
  privateNames: true,
  readOnly: true,
  view: true,
});
