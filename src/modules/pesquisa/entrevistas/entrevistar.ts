import { boolean } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { ref, refId } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';

/** Whom to interview, and how. */
export const entrevistar = defineForm({
  fields: {
    colaborador: ref('Talento', 'gestao-talentos/talentos', 'Talento é obrigatório'),
    enviarLink: having(boolean('Enviar um link por e-mail', true), {
      hint: 'A pessoa responde sozinha, também depois de sair. Sem o link, quem entrevista preenche.',
    }),
  },
});

/** CALL-456: whose answers to which interview. */
export const entrevistado = defineForm({
  fields: {
    entrevistaId: refId('Entrevista', 'pesquisa/entrevistas'),
    colaboradorId: refId('Talento', 'gestao-talentos/talentos'),
  },
});
