export { rotulosDoPortal } from './portal/rotulos.ts';
