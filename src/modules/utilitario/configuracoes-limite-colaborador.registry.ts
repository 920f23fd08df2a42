import { having, optional, readOnly } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** How many talents of a position an area (or the whole company) may have. */
export const configuracoesLimiteColaborador = defineRegistry({
  id: 'configuracoes-limite-colaborador',
  title: 'Configurações de Limite de Colaboradores',
  singular: 'Configuração de Limite de Colaboradores',
  authority: 'ROLE_CAD_LIMITE_COLABORADOR',
  scope: 'empresa',
  most: 20_000,
  fields: {
    areaOrganizacional: having(optional(ref('Área Organizacional', 'cargo-salario/areas-organizacionais')), {
      hint: 'Vazia: o limite vale para a empresa inteira.',
    }),
    quantidadesPorCargo: rows(
      'Quantidades por cargo',
      { cargo: ref('Cargo', 'cargo-salario/cargos'), quantidade: integer('Quantidade', { min: 0, max: 100_000 }) },
      1,
    ),
    descricao: readOnly(text('Descrição', 2_000)),
  },
  columns: ['descricao', 'areaOrganizacional'],
  label: 'descricao',
  privateNames: true,
  unique: [['areaOrganizacional']],
  *rules({ quantidadesPorCargo }) {
    const vistos = new Set<number>();
    for (const [index, { cargo }] of quantidadesPorCargo.entries()) {
      if (vistos.has(cargo)) yield { field: `quantidadesPorCargo.${index}.cargo`, message: 'Este cargo já tem uma quantidade' };
      vistos.add(cargo);
    }
  },
});
