import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { endereco, secaoEndereco } from '#platform/endereco/endereco.ts';

const inscricao = text('Complemento do CNPJ/CAEPF', 4);

export const estabelecimentos = defineRegistry({
  id: 'estabelecimentos',
  title: 'Estabelecimentos',
  singular: 'Estabelecimento',
  authority: 'ROLE_CAD_ESTABELECIMENTO',
  scope: 'empresa',
  most: 20_000,
  fields: {
    nome: text('Nome', 100),
    complementoCnpjCaepf: { ...inscricao, schema: inscricao.schema.transform((value) => value.toUpperCase()) },
    ...endereco,
  },
  sample: (_, n) => ({ complementoCnpjCaepf: String(1_000 + n) }),
  columns: ['nome', 'complementoCnpjCaepf', 'cidade'],
  findable: { place: 5, detail: ['cidade'] },
  sections: [{ title: 'Dados gerais', fields: ['nome', 'complementoCnpjCaepf'] }, secaoEndereco],
  unique: [['nome'], ['complementoCnpjCaepf']],
  *rules({ complementoCnpjCaepf }) {
    // Four places of a CNPJ (which may be letters), three of a CAEPF.
    if (!/^([0-9A-Z]{4}|\d{3})$/.test(complementoCnpjCaepf)) yield { field: 'complementoCnpjCaepf', message: 'Inválido' };
  },
});
