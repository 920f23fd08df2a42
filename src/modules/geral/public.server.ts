export { corpoDe, queryOf, um } from './query.server.ts';
