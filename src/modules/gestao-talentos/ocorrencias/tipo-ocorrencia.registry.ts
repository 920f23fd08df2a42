import { boolean } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const tipoOcorrencia = defineRegistry({
  id: 'tipo-ocorrencia',
  table: 'tipos_ocorrencia',
  title: 'Tipos de Ocorrência',
  singular: 'Tipo de Ocorrência',
  authority: 'ROLE_CAD_TIPO_OCORRENCIA',
  scope: 'empresa',
  most: 2_000,
  fields: {
    descricao: text('Descrição', 100),
    absenteismo: having(boolean('Considerar no absenteísmo'), {
      hint: 'Os dias da ocorrência contam como faltas no indicador de absenteísmo.',
    }),
    // Stored for other systems that send them, and not on any screen: no figure uses them. The reason of a dismissal decides
    // about the turnover.
    turnover: having(boolean('Considerar no turnover'), { detail: true }),
    considerarQtdColaboradoresPorCargo: having(boolean('Considerar a quantidade de talentos por cargo'), { detail: true }),
  },
  columns: ['descricao', 'absenteismo'],
  unique: [['descricao']],
});
