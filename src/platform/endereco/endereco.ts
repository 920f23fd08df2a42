import { namesOf } from '#kit/fields/by-name.ts';
import { having, optional } from '#kit/fields/field.ts';
import { cep } from '#kit/fields/identity.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';

/** An address within a city. The postal code fills these fields, by name. */
export const enderecoNaCidade = {
  cep: optional(cep()),
  logradouro: optional(text('Logradouro', 100)),
  numero: optional(text('Número', 10)),
  complemento: optional(text('Complemento', 30)),
  bairro: optional(text('Bairro', 100)),
};

/** An address in one of the registered cities. */
export const endereco = {
  ...enderecoNaCidade,
  uf: optional(ref('Estado', 'geral/estados')),
  cidade: having(optional(ref('Cidade', 'geral/cidades')), { within: 'uf' }),
};

export const secaoEndereco = { title: 'Endereço', fields: namesOf(endereco) };
