import { aoEsvaziar, formularioDe, MatrizDaFaixa } from '#modules/estrutura/public.web.tsx';

export const registro = {
  form: formularioDe('faixaSalarial', 'faixaSalarialId', 'cargo-salario/faixas-salariais'),
  inputs: { configsNiveisCompetencias: MatrizDaFaixa },
  readByInput: ['configsNiveisCompetencias'],
  asksBeforeSave: aoEsvaziar,
};
