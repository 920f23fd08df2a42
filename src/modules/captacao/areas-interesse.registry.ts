import { optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const areasInteresse = defineRegistry({
  id: 'areas-interesse',
  title: 'Áreas de Interesse',
  singular: 'Área de Interesse',
  authority: 'ROLE_CAD_AREA_INTERESSE',
  scope: 'empresa',
  most: 20_000,
  fields: {
    nome: text('Nome', 100),
    areasOrganizacionaisIds: refIds('Áreas Organizacionais', 'cargo-salario/areas-organizacionais'),
    observacao: optional(longText('Observação', 2_000)),
  },
  columns: ['nome'],
  filters: ['nome', 'areasOrganizacionaisIds'],
  unique: [['nome']],
});
