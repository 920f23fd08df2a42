export { faltasDoFiltroDeTalentos } from './relatorios/talentos-areas-organizacionais.rules.ts';
