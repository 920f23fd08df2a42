export { areaQueRespondo, areasAbertasPeloCpf, areasVisiveis, daAreaVisivel, respondemPela } from './areas-visiveis.server.ts';
export { matrizAnswer, radarAnswer } from './niveis/answers.server.ts';
export { type Escala, escalaDoHistorico } from './niveis/escalas.server.ts';
export { type ItemDeNivel, julgaItens, pesosDaFaixa } from './niveis/itens.server.ts';
export { matrizesDaFaixa, montaMatriz, serieRadar } from './niveis/matriz.server.ts';
export { ehPromocao, pagoAntes, pagoDepois, tipoDaPromocao } from './promocoes.server.ts';
export { descreveRamo, niveisDoRamo, nivelDe, nosRamos, ramo } from './ramos.server.ts';
export { nomesDosResponsaveis, RESPONSAVEIS, TALENTO } from './responsaveis.server.ts';
export {
  faixasNoDia,
  indiceDaFaixa,
  indicesNoDia,
  salarioAnswer,
  salarioCalculado,
  salarioDe,
  seguraValores,
  valorDaFaixa,
  valorDoIndice,
} from './salario.server.ts';
