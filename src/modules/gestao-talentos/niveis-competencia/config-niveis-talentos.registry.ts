import { date } from '#kit/fields/date.ts';
import { readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { itensDeNivel } from '#modules/estrutura/public.ts';

/** The level that a talent has in each competency from a date on. */
export const configNiveisTalentos = defineRegistry({
  id: 'configuracoes-niveis-competencia-colaborador',
  title: 'Níveis de Competência do Talento',
  singular: 'Níveis de Competência do Talento',
  authority: 'ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA_COLABORADOR',
  scope: 'empresa',
  table: 'config_niveis_talentos',
  fields: {
    colaborador: ref('Talento', 'gestao-talentos/talentos'),
    data: date('A partir de'),
    configsNiveisCompetencias: itensDeNivel(),
    // Band and levels as of the date; the hooks fill them.
    faixaSalarial: readOnly(ref('Faixa Salarial', 'cargo-salario/faixas-salariais')),
    nivelCompetenciaHistorico: readOnly(ref('Histórico dos níveis', 'cargo-salario/niveis-competencia-historico')),
    nome: readOnly(text('Configuração', 40)),
  },
  // A day after the admission of a sample talent.
  sample: (_, n) => ({ data: `20${21 + (n % 4)}-0${1 + (n % 9)}-1${n % 10}` }),
  columns: ['colaborador', 'data', 'faixaSalarial'],
  filters: ['colaborador', 'data', 'faixaSalarial'],
  sort: { field: 'data', order: 'desc' },
  label: 'nome',
  searchOf: 'colaborador',
  privateNames: true,
  unique: [['colaborador', 'data']],
  visibleWhen: { nome: () => false },
});
