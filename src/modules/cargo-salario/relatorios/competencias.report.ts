import { boolean, choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { tiposDeCompetencia } from '#modules/estrutura/public.ts';
import { dataBase, hojeNaDataBase, recorte } from './recorte.ts';

const filter = {
  dataBase,
  competenciasIds: optional(refIds('Competências', 'cargo-salario/competencias', 0)),
  tipoCompetencia: optional(choice('Tipo de competência', tiposDeCompetencia)),
  ...recorte,
};

const abaixo = having(boolean('Somente abaixo do nível exigido'), {
  hint: 'Também quem não tem nível numa competência que a faixa exige.',
});

export const talentosCompetencias = defineReport({
  id: 'talentos-competencias',
  title: 'Talentos por Competência',
  description: 'O nível de cada talento em cada competência ao lado do que a faixa salarial exige, e a distância entre os dois.',
  authority: 'ROLE_REL_TALENTOS_COMPETENCIAS',
  filter: {
    ...filter,
    somenteAbaixo: abaixo,
    agruparPor: having(
      choice('Agrupar por', { COMPETENCIA: 'Competência', TALENTO: 'Talento', AREA_ORGANIZACIONAL: 'Área Organizacional' }),
      { initial: 'COMPETENCIA' },
    ),
  },
  row: {
    area: text('Área Organizacional', 2_000),
    competencia: text('Competência', 100),
    talento: text('Talento', 140),
    tipo: choice('Tipo', tiposDeCompetencia),
    faixa: text('Cargo e faixa', 140),
    exigido: text('Nível exigido', 60),
    nivel: text('Nível do talento', 60),
    distancia: integer('Distância'),
  },
  groups: ({ agruparPor }) =>
    agruparPor === 'COMPETENCIA' ? ['competencia'] : agruparPor === 'TALENTO' ? ['talento'] : ['area', 'talento'],
  columns: ({ agruparPor }) => [
    ...(agruparPor === 'COMPETENCIA' ? (['talento', 'area'] as const) : (['competencia', 'tipo'] as const)),
    'faixa',
    'exigido',
    'nivel',
    'distancia',
  ],
  totals: { distancia: 'average' },
  orientation: 'landscape',
  defaults: hojeNaDataBase,
});

export const matrizTalentosCompetencias = defineReport({
  id: 'matriz-talentos-competencias',
  title: 'Matriz de Competências por Talento',
  description: 'Um talento por linha e uma competência por coluna, com o nível que ele tem ou a distância até o exigido.',
  authority: 'ROLE_REL_MATRIZ_TALENTOS_COMPETENCIAS',
  filter: {
    ...filter,
    mostrar: having(choice('Mostrar', { NIVEL: 'Nível do talento', DISTANCIA: 'Distância do nível exigido' }), {
      initial: 'NIVEL',
    }),
  },
  row: {
    area: text('Área Organizacional', 2_000),
    talento: text('Talento', 140),
    faixa: text('Cargo e faixa', 140),
    competencia: text('Competência', 100),
    valor: text('Nível', 16),
  },
  matrix: { key: 'id', column: 'competencia', value: 'valor' },
  groups: ['area'],
  orientation: 'landscape',
  defaults: hojeNaDataBase,
});
