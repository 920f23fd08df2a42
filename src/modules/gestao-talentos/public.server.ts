export { atualizaAtuais, atualizaPelaFaixa, atualizaPeloIndice } from './talentos/atuais.server.ts';
