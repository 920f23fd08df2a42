import { having, optional } from '#kit/fields/field.ts';
import { image } from '#kit/fields/file.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Palographic exams (ENT-028, SCR-044): the sheet that a candidate drew, what is read in it, and its result. */
export const examesPalografico = defineRegistry({
  id: 'exames-palografico',
  table: 'exames_palografico',
  title: 'Exames Palográficos',
  singular: 'Exame Palográfico',
  authority: 'ROLE_CAD_EXAME_PALOGRAFICO',
  scope: 'empresa',
  empty: { why: 'Aqui ficam a folha do exame de cada candidato e o que o psicólogo leu nela.' },
  fields: {
    candidato: ref('Candidato', 'captacao/candidatos'),
    imagem: optional(image('Folha do exame')),
    ocrTexto: having(optional(longText('Texto da folha', 20_000)), { detail: true }),
    examePalografico: having(optional(longText('Exame', 20_000)), { detail: true }),
    resultadoExamePalografico: having(optional(longText('Resultado', 20_000)), { detail: true }),
  },
  columns: ['candidato', 'imagem'],
  filters: ['candidato'],
  searchOf: 'candidato',
  sort: { field: 'candidato', order: 'asc' },
  privateNames: true,
  unique: [['candidato']],
  bulkEdit: false,
});
