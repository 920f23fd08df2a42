import type { candidatos } from '../candidatos/candidatos.registry.ts';

type Nome = keyof (typeof candidatos)['fields'];

interface Secao {
  id: string;
  titulo: string;
  /** why it is asked, where the person may wonder */
  ajuda?: string;
  campos: readonly Nome[];
  /** a long step in parts, by their titles */
  grupos?: Readonly<Record<string, readonly Nome[]>>;
}

const dosDocumentos = {
  RG: ['rg', 'rgOrgaoEmissor', 'rgUfId', 'rgDataExpedicao'],
  'PIS e carteira de trabalho': ['pis', 'ctpsNumero', 'ctpsSerie', 'ctpsDv', 'ctpsUfId', 'ctpsDataExpedicao'],
  'Título de eleitor': ['titEleitNumero', 'titEleitZona', 'titEleitSecao'],
  'Certificado militar': ['certMilNumero', 'certMilTipo', 'certMilSerie'],
  'Carteira de motorista e veículo': ['numeroHab', 'registro', 'categoria', 'emissao', 'vencimento', 'ufHab', 'possuiVeiculo'],
  'Pais e cônjuge': ['mae', 'profissaoMae', 'pai', 'profissaoPai', 'conjuge', 'profissaoConjuge'],
  'Filhos e pensão': ['qtdFilhos', 'pagaPensao', 'quantidade', 'valor'],
} as const satisfies Secao['grupos'];

/** The steps of a registration at the portal. What HR writes about the person is in none of them. */
export const secoesDoPortal: readonly Secao[] = [
  {
    id: 'curriculo',
    titulo: 'Currículo e foto',
    ajuda:
      'Tem um currículo em arquivo ou no papel? Comece por ele: o resto pode ser preenchido a partir do que ele diz. Sem currículo, siga em frente.',
    campos: ['candidatoCurriculos', 'foto'],
  },
  {
    id: 'pessoais',
    titulo: 'Dados pessoais',
    campos: [
      'nome',
      'nomeSocial',
      'dataNascimento',
      'sexo',
      'estadoCivil',
      'escolaridade',
      'nacionalidade',
      'paisNacionalidade',
      'naturalidade',
      'dddCelular',
      'foneCelular',
      'ddd',
      'foneFixo',
      'nomeContato',
    ],
  },
  {
    id: 'endereco',
    titulo: 'Endereço',
    campos: ['cep', 'logradouro', 'numero', 'complemento', 'bairro', 'uf', 'cidade'],
  },
  {
    id: 'objetivo',
    titulo: 'O que procura',
    campos: [
      'cargos',
      'areasInteresse',
      'conhecimentos',
      'colocacao',
      'pretencaoSalarial',
      'comoFicouSabendoVaga',
      'indicadoPor',
      'possuiParentes',
      'parentesAmigos',
    ],
  },
  { id: 'formacao', titulo: 'Formação', campos: ['formacoes', 'idiomas', 'certificados', 'cursos'] },
  { id: 'experiencia', titulo: 'Experiência', campos: ['primeiroEmprego', 'experiencias'] },
  {
    id: 'documentos',
    titulo: 'Documentos e família',
    ajuda: 'Só o que a empresa pedir é obrigatório; o resto pode ficar para a contratação.',
    campos: Object.values(dosDocumentos).flat(),
    grupos: dosDocumentos,
  },
  {
    id: 'inclusao',
    titulo: 'Inclusão',
    ajuda: 'Responder é escolha sua. Serve às cotas e às políticas de igualdade, e não aparece na triagem.',
    campos: ['etniaRaca', 'deficiencia', 'deficienciasMultiplas', 'reabilitado', 'observacaoDeficiencia'],
  },
  {
    id: 'extras',
    titulo: 'Outras informações',
    campos: [
      'texto1',
      'texto2',
      'texto3',
      'texto4',
      'texto5',
      'texto6',
      'texto7',
      'texto8',
      'textolongo1',
      'textolongo2',
      'data1',
      'data2',
      'data3',
      'valor1',
      'valor2',
      'numero1',
      'observacao',
    ],
  },
];

/** What somebody may take to another company, by its section; which fields each company has for itself is none of it. */
export const secoesQueSeLevam = {
  curriculo: 'Currículo e foto',
  pessoais: 'Dados pessoais',
  endereco: 'Endereço',
  objetivo: 'O que procura',
  formacao: 'Formação',
  experiencia: 'Experiência',
  documentos: 'Documentos e família',
  inclusao: 'Inclusão',
} as const;

/** Answers that are about the company that asked, and no other. */
const SO_DE_UMA = new Set<Nome>(['comoFicouSabendoVaga', 'indicadoPor', 'possuiParentes', 'parentesAmigos']);

export const camposQueSeLevam = (secao: keyof typeof secoesQueSeLevam): Nome[] =>
  secoesDoPortal.filter(({ id }) => id === secao).flatMap(({ campos }) => campos.filter((nome) => !SO_DE_UMA.has(nome)));

export const camposDoPortal: readonly Nome[] = secoesDoPortal.flatMap(({ campos }) => campos);
