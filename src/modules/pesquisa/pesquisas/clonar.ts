import { having } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';

/** Where a survey is copied to (CALL-423). */
export const clonagem = defineForm({
  fields: {
    empresas: having(refIds('Empresas', 'utilitario/empresas', 1, 50), {
      hint: 'Cada uma recebe a pesquisa com as suas perguntas. As respostas ficam onde estão.',
    }),
  },
});
