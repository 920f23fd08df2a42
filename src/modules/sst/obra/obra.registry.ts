import { cno as CNO } from '#kit/br/cno.ts';
import { choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { refId } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { endereco, secaoEndereco } from '#platform/endereco/endereco.ts';
import { faltasDaObra, semMascara } from './obra.rules.ts';

const inscricao = text('Número de inscrição', 25);

/** Construction sites, the company's own and those of others (document 3 §3). */
export const obra = defineRegistry({
  id: 'obra',
  title: 'Obras',
  singular: 'Obra',
  authority: 'ROLE_CAD_OBRA',
  scope: 'empresa',
  most: 10_000,
  table: 'obras',
  fields: {
    nome: text('Nome', 100),
    tipo: having(choice('Tipo', { '1': 'Própria', '2': 'De terceiros' }), { initial: '1' }),
    numeroInscricao: having(
      { ...inscricao, schema: inscricao.schema.transform(semMascara) },
      { hint: 'CNO; em obra de terceiros, também CNPJ ou CAEPF.' },
    ),
    estabelecimentoResponsavelId: refId('Estabelecimento responsável', 'utilitario/estabelecimentos'),
    observacao: optional(longText('Observação', 4_000)),
    ...endereco,
  },
  sample: (_, n) => ({ numeroInscricao: CNO.sample(n) }),
  columns: ['nome', 'tipo', 'numeroInscricao', 'estabelecimentoResponsavelId'],
  findable: { detail: ['tipo'] },
  search: ['nome', 'numeroInscricao'],
  unique: [['nome']],
  sections: [
    { title: 'Dados gerais', fields: ['nome', 'tipo', 'numeroInscricao', 'estabelecimentoResponsavelId', 'observacao'] },
    secaoEndereco,
  ],
  rules: faltasDaObra,
});
