export { geracoes } from './geracoes.registry.ts';
