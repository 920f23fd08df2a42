export { renomeiaAfastamentos } from './afastamentos/nomes.server.ts';
