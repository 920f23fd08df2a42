import { camposContato, camposDeficiencia, camposDocumentos, camposEndereco, camposSocioEconomicos } from '../pessoa/campos.ts';
import { nomesExtras } from '../pessoa/campos-extras.ts';

const nomes = <F extends object>(campos: F) => Object.keys(campos) as (keyof F & string)[];

/** The tabs of the employee record. */
export const secoes = [
  {
    title: 'Dados pessoais',
    fields: [
      'nome',
      'nomeSocial',
      'cpf',
      'dataNascimento',
      'sexo',
      'estadoCivil',
      'escolaridade',
      'etniaRaca',
      'foto',
      'nacionalidade',
      'paisNacionalidade',
      'dataChegada',
      'naturalidade',
    ],
  },
  {
    title: 'Dados funcionais',
    fields: [
      'matricula',
      'vinculo',
      'codigoAC',
      'dataAdmissao',
      'dataDesligamento',
      'situacao',
      'statusAC',
      'areaAtual',
      'cargoAtual',
      'faixaAtual',
      'estabelecimentoAtual',
      'salarioAtual',
      'historicos',
      'estabilidades',
    ],
  },
  { title: 'Contato', fields: [...nomes(camposContato), ...nomes(camposEndereco)] },
  { title: 'Documentos', fields: nomes(camposDocumentos) },
  {
    title: 'Família',
    fields: [
      'mae',
      'profissaoMae',
      'pai',
      'profissaoPai',
      'conjuge',
      'profissaoConjuge',
      'qtdFilhos',
      'dependentes',
      'possuiParentes',
      'parentesAmigos',
      'indicadoPor',
    ],
  },
  { title: 'Currículo', fields: ['formacoes', 'idiomas', 'primeiroEmprego', 'experiencias', 'certificados', 'cursos'] },
  { title: 'Inclusão', fields: nomes(camposDeficiencia) },
  { title: 'Outros', fields: [...nomes(camposSocioEconomicos), ...nomesExtras, 'observacao'] },
] as const;
