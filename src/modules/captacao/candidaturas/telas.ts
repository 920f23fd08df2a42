import { candidaturas } from './candidaturas.registry.ts';

/** The screens of a selection beside those of its registries. */
export const telasDaSelecao = [
  {
    path: 'selecao',
    title: 'Seleção',
    description: 'Os candidatos de cada vaga, etapa por etapa: mover, avaliar, entrevistar e contratar.',
    authority: candidaturas.authority,
  },
  { path: 'selecao/comparar', title: 'Comparar Finalistas', authority: candidaturas.authority, menu: false },
] as const;

/** A manager reads the selections of their areas, and gives opinions and notes. */
export const SELECAO_DO_GESTOR = [
  'ROLE_CAD_CANDIDATURA',
  'ROLE_CAD_ENTREVISTA_CANDIDATO',
  'ROLE_CAD_AVALIACAO_CANDIDATO',
  'ROLE_CAD_PARECER_CANDIDATO',
  'ROLE_CAD_PARECER_CANDIDATO_EDITAR',
  'ROLE_CAD_ANOTACAO_CANDIDATO',
  'ROLE_CAD_ANOTACAO_CANDIDATO_EDITAR',
] as const;
