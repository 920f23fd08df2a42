import { optional } from '#kit/fields/field.ts';
import { cep } from '#kit/fields/identity.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

const inscricao = text('Complemento do CNPJ/CAEPF', 4);

export const estabelecimentos = defineRegistry({
  id: 'estabelecimentos',
  title: 'Estabelecimentos',
  singular: 'Estabelecimento',
  authority: 'ROLE_CAD_ESTABELECIMENTO',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 100),
    complementoCnpjCaepf: { ...inscricao, schema: inscricao.schema.transform((value) => value.toUpperCase()) },
    cep: optional(cep()),
    logradouro: optional(text('Logradouro', 100)),
    numero: optional(text('Número', 10)),
    complemento: optional(text('Complemento', 30)),
    bairro: optional(text('Bairro', 100)),
    uf: optional(ref('Estado', 'geral/estados')),
    cidade: optional(ref('Cidade', 'geral/cidades')),
  },
  columns: ['nome', 'complementoCnpjCaepf', 'cidade'],
  sections: [
    { title: 'Dados gerais', fields: ['nome', 'complementoCnpjCaepf'] },
    { title: 'Endereço', fields: ['cep', 'logradouro', 'numero', 'complemento', 'bairro', 'uf', 'cidade'] },
  ],
  unique: [['nome'], ['complementoCnpjCaepf']],
  *rules({ complementoCnpjCaepf }) {
    // Four places of a CNPJ (which may be letters), three of a CAEPF.
    if (!/^([0-9A-Z]{4}|\d{3})$/.test(complementoCnpjCaepf)) yield { field: 'complementoCnpjCaepf', message: 'Inválido' };
  },
});
