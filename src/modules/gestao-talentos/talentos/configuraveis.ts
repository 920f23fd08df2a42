import type { Context } from '#kit/form/form.ts';
import { semExtrasObrigatorios } from '../pessoa/campos-extras.ts';

/** Fields of a talent that the installation may make required (document 2 §5: "required fields by configuration"). */
export const camposConfiguraveis = {
  nomeSocial: 'Nome social',
  matricula: 'Matrícula',
  foto: 'Foto',
  dataNascimento: 'Data de nascimento',
  estadoCivil: 'Estado civil',
  escolaridade: 'Escolaridade',
  nacionalidade: 'Nacionalidade',
  naturalidade: 'Naturalidade',
  etniaRaca: 'Etnia/Raça',
  mae: 'Nome da mãe',
  pai: 'Nome do pai',
  email: 'E-mail',
  foneFixo: 'Telefone fixo',
  foneCelular: 'Celular',
  cep: 'CEP',
  logradouro: 'Logradouro',
  numero: 'Número',
  bairro: 'Bairro',
  uf: 'Estado',
  cidade: 'Cidade',
  rg: 'RG',
  rgOrgaoEmissor: 'Órgão emissor do RG',
  rgUfId: 'Estado do RG',
  rgDataExpedicao: 'Data de expedição do RG',
  pis: 'PIS',
  cns: 'Cartão Nacional de Saúde (CNS)',
  ctpsNumero: 'Número da CTPS',
  ctpsSerie: 'Série da CTPS',
  ctpsUfId: 'Estado da CTPS',
  ctpsDataExpedicao: 'Data de expedição da CTPS',
  titEleitNumero: 'Número do título eleitoral',
  titEleitZona: 'Zona eleitoral',
  titEleitSecao: 'Seção eleitoral',
  certMilNumero: 'Número do certificado militar',
  numeroHab: 'Número da habilitação',
  categoria: 'Categoria da habilitação',
  vencimento: 'Vencimento da habilitação',
  formacoes: 'Formações',
  idiomas: 'Idiomas',
  certificados: 'Certificados',
  experiencias: 'Experiências profissionais',
  cargoExperiencia: 'Cargo das experiências profissionais',
} as const;

export type CampoConfiguravel = keyof typeof camposConfiguraveis;

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
