export { type Avaliacao, avaliacaoPorId, doGrupoQueMeAvalia, incluiAvaliados } from './desempenho/avaliados.server.ts';
export { type Montagem, paresDe } from './desempenho/hierarquia.server.ts';
export { AVALIACOES, conclui } from './desempenho/resultado.server.ts';
export { abreRodada, rodadaDe } from './desempenho/rodada.server.ts';
export { acompanhamentosPerguntam, pergunta as perguntaDaExperiencia } from './experiencia/acompanhamentos.server.ts';
export { move } from './ninebox/calibragem.server.ts';
export { CAIXAS, type Caixa, LIMITES, PADRAO } from './ninebox/ninebox.rules.ts';
export { caixaEmSql } from './ninebox/posicoes.server.ts';
export { pessoasDoNineBox } from './ninebox/quadro.server.ts';
