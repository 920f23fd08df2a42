export { datasRepetidas } from './datas-repetidas.ts';
export { type TipoSalario, tipoSalario, tiposSalario } from './tipo-salario.ts';
