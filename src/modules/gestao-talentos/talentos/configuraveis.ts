import type { Context } from '#kit/form/form.ts';
import { semExtrasObrigatorios } from '../pessoa/campos-extras.ts';

/** Fields of a talent that the installation may make required (document 2 §5: "required fields by configuration"). */
export const camposConfiguraveis = [
  'nomeSocial',
  'matricula',
  'foto',
  'dataNascimento',
  'estadoCivil',
  'escolaridade',
  'nacionalidade',
  'naturalidade',
  'etniaRaca',
  'mae',
  'pai',
  'email',
  'foneFixo',
  'foneCelular',
  'cep',
  'logradouro',
  'numero',
  'bairro',
  'uf',
  'cidade',
  'rg',
  'rgOrgaoEmissor',
  'rgUfId',
  'rgDataExpedicao',
  'pis',
  'cns',
  'ctpsNumero',
  'ctpsSerie',
  'ctpsUfId',
  'ctpsDataExpedicao',
  'titEleitNumero',
  'titEleitZona',
  'titEleitSecao',
  'certMilNumero',
  'numeroHab',
  'categoria',
  'vencimento',
  'formacoes',
  'idiomas',
  'certificados',
  'experiencias',
  'cargoExperiencia',
] as const;

export type CampoConfiguravel = (typeof camposConfiguraveis)[number];

/** Whether the installation requires a field of every talent. */
export const ehExigido = (campo: CampoConfiguravel, settings: Context['settings']): boolean =>
  Array.isArray(settings.camposColaboradorObrigatorio) && settings.camposColaboradorObrigatorio.includes(campo);

/**
 * Whether the record lacked a field before this save. A field that the company required later is not demanded of such a record,
 * because a promotion must not wait for an identity card; it is demanded of new records, and nobody may empty it.
 */
export function faltava(campo: string, before: Context['before']): boolean {
  if (before === undefined) return false;
  const valor = before[campo];
  return valor === null || valor === undefined || valor === '' || (Array.isArray(valor) && valor.length === 0);
}

/** Settings that require only what no talent can be without: `ignoraOpcionaisObrigatorios` of the import. */
export const semOpcionaisObrigatorios = (settings: Context['settings']): Context['settings'] => ({
  ...semExtrasObrigatorios(settings),
  camposColaboradorObrigatorio: [],
  aceitaEnderecoEmPartes: true,
});

/** Whether an address may be incomplete, as in spreadsheets: a city without a street. */
export const aceitaEnderecoEmPartes = (settings: Context['settings']): boolean => settings.aceitaEnderecoEmPartes === true;
