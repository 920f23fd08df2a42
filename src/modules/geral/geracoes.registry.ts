import { optional } from '#kit/fields/field.ts';
import { year } from '#kit/fields/number.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

const ano = (label: string) => year(label);

export const geracoes = defineRegistry({
  id: 'geracoes',
  title: 'Gerações',
  singular: 'Geração',
  authority: 'ROLE_CAD_GERACAO',
  scope: 'global',
  most: 50,
  fields: {
    nome: text('Nome', 60),
    anoInicial: ano('Ano inicial'),
    anoFinal: optional(ano('Ano final')),
    descricao: optional(longText('Descrição', 1_000)),
  },
  sample: () => ({ anoInicial: 1990, anoFinal: 2000 }),
  columns: ['nome', 'anoInicial', 'anoFinal'],
  sort: { field: 'anoInicial', order: 'asc' },
  unique: [['nome']],
  *rules({ anoInicial, anoFinal }) {
    if (anoFinal !== null && anoFinal < anoInicial) yield { field: 'anoFinal', message: 'Ano final inferior ao ano inicial.' };
  },
});
