import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { year } from '#kit/fields/number.ts';
import { longText, url } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

const feitoEm = (label: string) => optional(date(label));

/** The steps taken for the pay report of each half-year (Lei 14.611/2023). */
export const ciclosTransparencia = defineRegistry({
  id: 'ciclos-transparencia-salarial',
  table: 'ciclos_transparencia',
  title: 'Ciclos da Transparência Salarial',
  singular: 'Ciclo da Transparência Salarial',
  authority: 'ROLE_CAD_CICLO_TRANSPARENCIA',
  scope: 'empresa',
  most: 500,
  empty: {
    why: 'Cada semestre tem aqui as datas em que as etapas do relatório foram cumpridas.',
    next: { label: 'Ver a transparência salarial', to: '/gestao-talentos/transparencia-salarial' },
  },
  fields: {
    ano: year('Ano', { min: 2024, max: 2100 }),
    semestre: choice('Semestre', { '1': '1º (fevereiro e março)', '2': '2º (agosto e setembro)' }),
    dadosConferidosEm: feitoEm('Dados conferidos em'),
    declaracaoEnviadaEm: feitoEm('Portal Emprega Brasil preenchido em'),
    relatorioBaixadoEm: feitoEm('Relatório baixado em'),
    publicadoEm: feitoEm('Relatório publicado em'),
    enderecoPublicacao: optional(url('Endereço da publicação')),
    enderecoInformadoEm: feitoEm('Endereço informado em'),
    prazoPublicacao: having(feitoEm('Prazo de publicação'), {
      hint: 'Só quando o Ministério mudou a data: o usual é o fim de março ou de setembro.',
    }),
    planoAcaoEm: having(feitoEm('Plano de ação entregue em'), {
      hint: 'Havendo diferença, até 90 dias depois da notificação, com o sindicato.',
    }),
    observacao: optional(longText('Observação', 2_000)),
  },
  columns: [
    'ano',
    'semestre',
    'dadosConferidosEm',
    'declaracaoEnviadaEm',
    'relatorioBaixadoEm',
    'publicadoEm',
    'enderecoInformadoEm',
  ],
  filters: ['ano', 'semestre'],
  label: 'ano',
  search: ['observacao'],
  unique: [['ano', 'semestre']],
  sort: { field: 'ano', order: 'desc' },
});
