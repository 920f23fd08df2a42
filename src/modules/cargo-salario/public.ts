export {
  type CopiaFeita,
  cadastrosCopiaveis,
  comDependencias,
  copiaCadastro,
} from './copia/copia-cadastro.ts';
