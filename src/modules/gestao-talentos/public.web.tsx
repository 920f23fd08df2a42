export { SituacaoCell } from './talentos/situacao-cell.web.tsx';
