export {
  type CadastroCopiavel,
  type CopiaFeita,
  cadastrosCopiaveis,
  comDependencias,
  copiaCadastro,
  nomesCopiaveis,
} from './copia/copia-cadastro.ts';
