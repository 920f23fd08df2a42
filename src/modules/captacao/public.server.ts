export { ABERTO, anunciosAbertos, vagaAberta } from './anuncios/publico.server.ts';
export type { AnuncioPublico } from './anuncios/publico.ts';
export { atualizaBusca } from './candidatos/busca.server.ts';
export { deSolicitacoesVisiveis, solicitacoesVisiveis } from './solicitacoes/visiveis.server.ts';
