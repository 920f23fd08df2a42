export { EXPERIENCIA } from './experiencia/tipo-experiencia.ts';
export { nivelDe } from './indicadores/arvore.ts';
export { diasTrabalhados, MAXIMO_DE_MESES, type MesDoPeriodo, mesesDoPeriodo } from './indicadores/indicadores.rules.ts';
export { motivos, situacoes, tonsDaSituacao, vinculos } from './talentos/codigos.ts';
export { rotulosConfiguraveis } from './talentos/rotulos-configuraveis.ts';
export { CONTAGEM_GUARDADA, GRANDES_GRUPOS, MENOR_GRUPO } from './transparencia/transparencia.rules.ts';
