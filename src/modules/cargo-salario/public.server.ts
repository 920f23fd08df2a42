export { descreveRamo } from './areas-organizacionais/arvore.server.ts';
export { salarioDe, valorDaFaixa, valorDoIndice } from './faixas-salariais/salario.server.ts';
