import { namesOf } from '#kit/fields/by-name.ts';
import { camposContato, camposDeficiencia, camposDocumentos, camposEndereco, camposSocioEconomicos } from '../pessoa/campos.ts';
import { nomesExtras } from '../pessoa/campos-extras.ts';

/** Who somebody is: the first tab of employees, and of candidates. */
export const dadosPessoais = {
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
} as const;

/** The tabs of the employee record. */
export const secoes = [
  dadosPessoais,
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
  { title: 'Contato', fields: [...namesOf(camposContato), ...namesOf(camposEndereco)] },
  { title: 'Documentos', fields: namesOf(camposDocumentos) },
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
  { title: 'Inclusão', fields: namesOf(camposDeficiencia) },
  { title: 'Outros', fields: [...namesOf(camposSocioEconomicos), ...nomesExtras, 'observacao'] },
] as const;
