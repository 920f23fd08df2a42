export { areasDoFiltro } from './areas-organizacionais/areas-do-filtro.ts';
export { escolaridades } from './cargos/escolaridade.ts';
export {
  type CadastroCopiavel,
  type CopiaFeita,
  cadastrosCopiaveis,
  comDependencias,
  copiaCadastro,
  nomesCopiaveis,
} from './copia/copia-cadastro.ts';
export { guardadoDoTalento } from './historico-guardado.ts';
export { itensDeNivel } from './niveis-competencia/itens-de-nivel.ts';
export { type SerieRadar, temRadar } from './niveis-competencia/matriz.ts';
export { statusDoHistorico } from './status-historico.ts';
export { comTipo, quantidadeDoIndice, type TipoSalario, tipoSalario } from './tipo-salario.ts';
