export { areasVisiveis, daAreaVisivel } from './areas-organizacionais/areas-visiveis.server.ts';
export { descreveRamo, nosRamos } from './areas-organizacionais/arvore.server.ts';
export {
  faixasNoDia,
  indicesNoDia,
  salarioDe,
  seguraValores,
  valorDaFaixa,
  valorDoIndice,
} from './faixas-salariais/salario.server.ts';
export { type ItemDeNivel, julgaItens, pesosDaFaixa } from './niveis-competencia/itens.server.ts';
export { montaMatriz, serieRadar } from './niveis-competencia/matriz.server.ts';
export { ehPromocao, tipoDaPromocao } from './promocoes.server.ts';
