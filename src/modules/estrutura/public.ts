export { areasDoFiltro, asQueRespondo, soAreas } from './areas-do-filtro.ts';
export { codigoDe } from './codigo.ts';
export { escolaridades } from './escolaridade.ts';
export { doRealinhamento, guardadoDoTalento, MAIS_HISTORICOS } from './historico-guardado.ts';
export {
  AMPLITUDE,
  dizMudanca,
  dizPosicao,
  dizVariacao,
  type MudancaSalarial,
  type PosicaoNaFaixa,
  porConfirmar,
  posicaoNaFaixa,
  variacaoDe,
} from './mudanca-salarial.ts';
export { itensDeNivel } from './niveis/itens-de-nivel.ts';
export { type LinhaDaMatriz, type Matriz, type SerieRadar, temRadar } from './niveis/matriz.ts';
export { type TipoCompetencia, tiposDeCompetencia } from './niveis/tipo-competencia.ts';
export { statusDoHistorico } from './status-historico.ts';
export { comTipo, quantidadeDoIndice, type TipoSalario, tipoSalario, tiposSalario, valorDeIndice } from './tipo-salario.ts';
