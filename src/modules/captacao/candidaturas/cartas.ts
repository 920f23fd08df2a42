import { having, optional } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { hasTooManyPlaces, TOO_MANY_PLACES, variablesIn } from '#kit/message/message.ts';

/** What a letter to candidates may name, by its name between braces. */
export const variaveisDaCarta = {
  candidato: 'Nome do candidato',
  vaga: 'Nome da vaga, como quem recebe a conhece',
  etapa: 'Etapa em que o candidato está',
  empresa: 'Nome da empresa',
} as const;

const lista = Object.keys(variaveisDaCarta)
  .map((nome) => `{{${nome}}}`)
  .join(', ');

/** Subject and text of a letter, as a model keeps it and as it is written by hand. */
export const daCarta = {
  assunto: having(text('Assunto', 200), { span: 12 }),
  texto: having(longText('Mensagem', 10_000), { hint: `${lista} são trocadas pelo que valem para cada candidato.` }),
};

export function* variaveisDesconhecidas(values: Readonly<Record<string, unknown>>) {
  for (const field of ['assunto', 'texto']) {
    const value = values[field];
    const errada = typeof value === 'string' && variablesIn(value).find((nome) => !Object.hasOwn(variaveisDaCarta, nome));
    if (typeof value === 'string' && hasTooManyPlaces(value)) yield { field, message: TOO_MANY_PLACES };
    if (typeof errada === 'string') yield { field, message: `Não existe a variável {{${errada}}}: use ${lista}` };
  }
}

export const cartaEscrita = defineForm({
  fields: {
    modelo: having(optional(ref('Modelo', 'captacao/modelos-email-candidato')), {
      span: 12,
      hint: 'Opcional: preenche o assunto e a mensagem.',
    }),
    ...daCarta,
  },
  rules: variaveisDesconhecidas,
});

/** As many as one letter goes to at a time. */
export const MAXIMO_DE_CARTAS = 500;

export interface PreviaDaCarta {
  /** who gets it, and who has no address */
  recebem: number;
  semEmail: number;
  /** as the first of them reads it */
  para: string | null;
  assunto: string;
  texto: string;
}
