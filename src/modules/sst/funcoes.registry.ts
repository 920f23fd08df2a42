import { activity, boolean } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** The function of a person, for occupational safety (document 3 §3); the position is the one of the contract. */
export const funcoes = defineRegistry({
  id: 'funcoes',
  title: 'Funções',
  singular: 'Função',
  authority: 'ROLE_CAD_FUNCAO',
  scope: 'empresa',
  most: 20_000,
  fields: {
    nomeFuncao: text('Nome', 100),
    codigoCBO: ref('Código CBO', 'geral/codigos-cbos'),
    data: date('A partir da data'),
    descricao: longText('Descrição', 8_000),
    ativa: activity('Ativa'),
    podeExcluir: computed(boolean('Pode ser excluída')),
  },
  columns: ['nomeFuncao', 'codigoCBO', 'data', 'ativa'],
  findable: { detail: ['codigoCBO'] },
  visibleWhen: { podeExcluir: () => false },
});
