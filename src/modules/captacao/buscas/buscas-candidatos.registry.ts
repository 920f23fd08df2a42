import { boolean } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { MASK } from '#kit/fields/sensitive.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

// What is written here may name anybody, and is its owner's alone: the trail tells that it changed, and not how, so that an erasure need not read it.
const soDoDono = { masked: () => MASK };

/** A search of candidates that its user keeps; every morning it tells who is new. */
export const buscasCandidatos = defineRegistry({
  id: 'buscas-candidatos',
  title: 'Buscas de Candidatos',
  singular: 'Busca de Candidatos',
  authority: 'ROLE_CAD_BUSCA_CANDIDATO',
  scope: 'empresa',
  empty: {
    why: 'Uma busca salva avisa quando aparece um candidato novo para ela. Salve uma na lista de candidatos.',
    next: { label: 'Procurar candidatos', to: '/captacao/candidatos' },
  },
  fields: {
    nome: having(text('Nome', 100), soDoDono),
    // The query string of the list of candidates.
    consulta: having(text('Filtros', 4_000), { ...soDoDono, detail: true }),
    avisar: boolean('Avisar de novos candidatos', true),
    // The first time it looks it tells nothing, for everybody is new then.
    procuradaEm: optional(readOnly(date('Última procura'))),
    usuario: readOnly(ref('De quem é', 'utilitario/usuarios')),
  },
  columns: ['nome', 'avisar', 'procuradaEm'],
  filters: ['nome', 'avisar'],
  sample: () => ({ consulta: 'disponivel=true' }),
  bulkEdit: false,
});
