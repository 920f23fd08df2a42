export { EXPERIENCIA } from './modelos-avaliacao.registry.ts';
