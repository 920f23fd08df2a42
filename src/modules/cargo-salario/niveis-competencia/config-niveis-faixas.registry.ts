import { date } from '#kit/fields/date.ts';
import { readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { itensDeNivel } from '#modules/estrutura/public.ts';

/** The level of each competency that a salary band requires from a date on. */
export const configNiveisFaixas = defineRegistry({
  id: 'configuracoes-niveis-competencia',
  title: 'Níveis de Competência das Faixas Salariais',
  singular: 'Níveis de Competência da Faixa Salarial',
  authority: 'ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA',
  scope: 'empresa',
  table: 'config_niveis_faixas',
  fields: {
    faixaSalarial: ref('Faixa Salarial', 'cargo-salario/faixas-salariais'),
    data: date('A partir de'),
    configsNiveisCompetencias: itensDeNivel(),
    // The levels as of the date: a configuration keeps the scale that it was made with.
    nivelCompetenciaHistorico: readOnly(ref('Histórico dos níveis', 'cargo-salario/niveis-competencia-historico')),
    nome: readOnly(text('Configuração', 40)),
  },
  columns: ['faixaSalarial', 'data', 'nivelCompetenciaHistorico'],
  filters: ['faixaSalarial', 'data'],
  sort: { field: 'data', order: 'desc' },
  label: 'nome',
  searchOf: 'faixaSalarial',
  unique: [['faixaSalarial', 'data']],
  visibleWhen: { nome: () => false },
});
