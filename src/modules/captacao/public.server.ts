export { atualizaBusca } from './candidatos/busca.server.ts';
export { solicitacoesVisiveis } from './solicitacoes/visiveis.server.ts';
