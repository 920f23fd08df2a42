import { expect, test } from 'vitest';
import { fold } from '#kit/br/text.ts';
import { CURRICULOS } from './curriculos-de-prova.ts';
import { CURRICULOS_DIFICEIS } from './curriculos-dificeis-de-prova.ts';
import type { Periodo } from './periodo.ts';
import { proposeFromCv } from './proposta.ts';
import type { Proposta, Proposto } from './proposto.ts';

const HOJE = '2026-11-23';
const TEXTOS = { ...CURRICULOS, ...CURRICULOS_DIFICEIS };
const quando = (periodo: Periodo | undefined) => (periodo ? `${periodo.inicio}–${periodo.fim ?? 'hoje'}` : '');

/** A proposal in lines, as somebody would check it against the CV. */
const dito = ({ nome, email, cpf, telefones, experiencias, formacoes, idiomas }: Proposta): string[] => [
  ...(nome ? [`nome: ${nome.valor}`] : []),
  ...(email ? [`e-mail: ${email.valor}`] : []),
  ...(cpf ? [`CPF: ${cpf.valor}`] : []),
  ...telefones.map(({ valor }) => `${valor.tipo}: ${valor.ddd} ${valor.numero}`),
  ...experiencias.map(({ valor }) => `trabalho: ${valor.cargo} | ${valor.empresa} | ${quando(valor.periodo)}`),
  ...formacoes.map(
    ({ valor: { curso, tipo = '', local = '', situacao = '', periodo, conclusao = '' } }) =>
      `curso: ${curso} | ${tipo} | ${local} | ${situacao} | ${quando(periodo)} | ${conclusao}`,
  ),
  ...idiomas.map(({ valor: { idioma, nivel = '' } }) => `idioma: ${idioma} ${nivel}`.trim()),
];

const PROPOSTAS: Readonly<Record<keyof typeof TEXTOS, readonly string[]>> = {
  classico: [
    'nome: Maria Aparecida da Silva Souza',
    'e-mail: maria.souza@exemplo.com.br',
    'CPF: 52998224725',
    'celular: 85 988776655',
    'fixo: 85 32441020',
    'trabalho: Analista de Recursos Humanos | Tecidos Aurora Ltda. | 2018-03–hoje',
    'trabalho: Assistente Administrativo | Construtora Boa Vista | 2014-01–2018-02',
    'curso: Graduação em Administração | GRADUACAO | Universidade Federal do Ceará | COMPLETO | 2009–2013 | 2013',
    'curso: Pós-graduação em Gestão de Pessoas | ESPECIALIZACAO | Universidade de Fortaleza | COMPLETO | 2014–2015 | 2015',
    'idioma: Inglês INTERMEDIARIO',
    'idioma: Espanhol BASICO',
  ],
  emLinhas: [
    'nome: João Batista de Oliveira',
    'e-mail: joao.oliveira@exemplo.com',
    'celular: 11 976543210',
    'trabalho: Técnico de Segurança do Trabalho | Metalúrgica Santo André S.A. | 2016-03–hoje',
    'trabalho: Auxiliar de Segurança | Indústria Química Rio Claro | 2013-01–2016-02',
    'curso: Técnico em Segurança do Trabalho | TECNICO | SENAC São Paulo | COMPLETO | 2011–2012 | 2012',
    'curso: Ensino Médio |  | E. E. Professor Antônio Prado | COMPLETO |  | 2010',
  ],
  rotulado: [
    'nome: Ana Beatriz Ferreira Lima',
    'e-mail: anabeatriz@exemplo.org',
    'CPF: 11144477735',
    'celular: 21 998887766',
    'trabalho: Técnica de Enfermagem | Hospital São Lucas | 2013-02–2019-10',
    'trabalho: Auxiliar de Enfermagem | Clínica Vida | 2019-11–hoje',
    'curso: Técnico em Enfermagem | TECNICO | Escola Técnica Anna Nery | COMPLETO |  | 12/2012',
  ],
  periodoPrimeiro: [
    'nome: Carlos Eduardo Nunes',
    'e-mail: carlos.nunes@exemplo.dev',
    'celular: 31 987651234',
    'trabalho: Desenvolvedor Sênior | Nuvem Clara Tecnologia | 2020–hoje',
    'trabalho: Programador Java | Banco Horizonte | 2017–2020',
    'curso: Bacharelado em Ciência da Computação | GRADUACAO | UFMG | COMPLETO | 2013–2017 | 2017',
    'idioma: Inglês AVANCADO',
    'idioma: Francês BASICO',
  ],
  corrido: ['nome: Pedro Henrique Alves', 'celular: 81 991234567'],
  semDados: [],
  comReferencias: [
    'nome: Juliana Prado Monteiro',
    'fixo: 41 33332211',
    'trabalho: Professora | Escola Pequeno Príncipe | 2020-02–2022-12',
    'curso: Licenciatura em Pedagogia | GRADUACAO | Universidade Tuiuti do Paraná | EM_ANDAMENTO |  | ',
  ],
  desde: [
    'nome: Fernanda Costa',
    'e-mail: fernanda_costa@exemplo.com.br',
    'celular: 62 999112233',
    'trabalho: Gerente de Loja | Calçados Passo Leve | 2021-08–hoje',
    'trabalho: Vendedora | Magazine Central | 2017-04–2021-07',
    'curso: Superior em Marketing | GRADUACAO | Faculdade Alfa | INCOMPLETO |  | ',
  ],
  estrangeira: [
    'nome: Luís Gómez Pereira',
    'e-mail: luis.gomez@exemplo.com',
    'trabalho: Engenheiro de Obras | Consórcio Ponte Nova | 2012-03–2018-06',
    'curso: Engenharia Civil |  | Universidade de Brasília | COMPLETO | 2004–2009 | 2009',
    'curso: Mestrado em Estruturas | MESTRADO | Universidade de São Paulo | COMPLETO | 2010–2012 | 2012',
    'idioma: Espanhol AVANCADO',
    'idioma: Inglês AVANCADO',
  ],
  reconhecido: [
    'nome: José Carlos dos Santos',
    'celular: 71 981112222',
    'trabalho: Padeiro | Padaria Pão Bom | 2010-05–2016-09',
    'trabalho: Padeiro | Supermercado Bom Preço | 2016-10–2021-03',
    'curso: Ensino Fundamental |  |  | COMPLETO |  | ',
  ],
  primeiroEmprego: [
    'nome: Camila Rocha Dias',
    'e-mail: camila.rocha@exemplo.com',
    'celular: 84 994445566',
    'curso: Ensino médio |  | Escola Estadual Winston Churchill | EM_ANDAMENTO |  | ',
    'idioma: Inglês AVANCADO',
    'idioma: Espanhol BASICO',
  ],
  enganoso: [],
  colunas: [
    'nome: Patrícia Mendes',
    'e-mail: patricia@contabil.exemplo',
    'celular: 51 997771122',
    'trabalho: CONTADORA SÊNIOR | Escritório Pampa Contabilidade | 2019-07–hoje',
    'trabalho: ASSISTENTE FISCAL | Distribuidora Gaúcha de Bebidas | 2015-02–2019-06',
    'curso: Bacharel em Ciências Contábeis | GRADUACAO | PUCRS | COMPLETO |  | 2014',
  ],
  exportado: [
    'e-mail: mariana.lopes@exemplo.com',
    'trabalho: Analista de Dados Pleno | Varejo Brasil | 2021-01–hoje',
    'trabalho: Estagiária de BI | Loja Viva | 2019-03–2020-12',
    'curso: Bacharelado, Estatística | GRADUACAO | Universidade de São Paulo | COMPLETO | 2016–2020 | 2020',
    'idioma: Inglês',
  ],
  fotografado: [
    'fixo: 88 35214455',
    'celular: 88 996551122',
    'trabalho: Repositor | Mercadinho Sao Jose | 2010-01–2014-08',
    'trabalho: Frentista | Posto Alvorada | 2014-09–2019-12',
    'curso: 2º Grau |  |  | COMPLETO |  | ',
  ],
  comBarras: [
    'nome: Lucas Gabriel Moraes da Costa',
    'celular: 92 984563322',
    'trabalho: Auxiliar de Produção | Eletrônicos da Amazônia S/A | 2019-10–2022-09',
    'trabalho: Operador de Máquinas | Plásticos Manaus | 2022-10–hoje',
    'curso: Ensino médio |  | Escola Estadual Solon de Lucena | COMPLETO |  | 2015',
    'curso: Técnico em Eletrônica | TECNICO | Fundação Nokia |  |  | 2017',
  ],
  medica: [
    'nome: Helena Vasconcelos Prado',
    'e-mail: helena@clinica.exemplo.br',
    'fixo: 11 30312020',
    'trabalho: Médica plantonista | Hospital Santa Helena | 2009–2014',
    'trabalho: Coordenadora da UTI | Hospital Santa Helena | 2014–2020',
    'trabalho: Professora de Clínica Médica | Universidade Santo Amaro | 2016–hoje',
    'curso: Medicina |  | Universidade Federal de São Paulo | COMPLETO | 2001–2006 | 2006',
    'curso: Residência em Clínica Médica | ESPECIALIZACAO |  | COMPLETO | 2007–2009 | 2009',
    'curso: Doutorado em Ciências | DOUTORADO | USP | COMPLETO | 2012–2016 | 2016',
  ],
  resumido: [
    'nome: Rafaela do Carmo',
    'trabalho: vendedora | Lojas Riacho | 2015–2018',
    'trabalho: operador de caixa | Supermercado Extra | 2019–2021',
  ],
};

test.each(Object.entries(PROPOSTAS))('what the CV %s says is proposed, and nothing else', (nome, proposta) => {
  expect(dito(proposeFromCv(TEXTOS[nome as keyof typeof TEXTOS], HOJE))).toEqual(proposta);
});

test('each proposal tells where it stands in the text', () => {
  for (const texto of Object.values(TEXTOS)) {
    const { nome, email, cpf, telefones, experiencias, formacoes, idiomas } = proposeFromCv(texto, HOJE);
    const onde = ({ trecho }: Proposto<unknown>) => fold(texto.slice(trecho.inicio, trecho.fim));
    const digitos = (um: Proposto<unknown>) => onde(um).replace(/\D/g, '');
    for (const um of [nome, email]) if (um) expect(onde(um)).toBe(fold(um.valor));
    if (cpf) expect(digitos(cpf)).toBe(cpf.valor);
    for (const um of telefones) expect(digitos(um)).toContain(um.valor.ddd + um.valor.numero);
    for (const um of experiencias) for (const dito of [um.valor.cargo, um.valor.empresa]) expect(onde(um)).toContain(fold(dito));
    for (const um of formacoes) expect(onde(um)).toContain(fold(um.valor.local ?? ''));
    for (const um of idiomas) expect(onde(um)).toContain(fold(um.valor.idioma));
  }
});

test.each([
  '',
  '\n\n',
  '@@@',
  '9'.repeat(50_000),
  'Experiência\n2019 a 2020',
  'a@'.repeat(20_000),
  '(('.repeat(20_000),
  'Formação\n–'.repeat(9_000),
])('nothing is proposed from nonsense (%#)', (texto) => {
  expect(dito(proposeFromCv(texto, HOJE))).toEqual([]);
});

test('of an endless line, and of an endless section, only the beginning is read', () => {
  expect(dito(proposeFromCv(`${'x '.repeat(200)}(85) 98877-6655`, HOJE))).toEqual([]);
  const muitas = 'Formação\n' + 'Tarde\n'.repeat(300);
  expect(dito(proposeFromCv(`${muitas}\nBacharelado em Direito, Universidade Federal do Ceará`, HOJE))).toEqual([]);
});

test('a line of many pieces proposes nothing, and long ends of signs belong to no name', () => {
  const tabela = 'Bacharelado em Direito | Universidade Federal do Ceará | 2015';
  const curso = (linha: string) => dito(proposeFromCv(`Formação\n${linha}`, HOJE));
  expect(curso(`${tabela} | ${'A | '.repeat(12)}`)).toEqual([]);
  expect(curso(`${tabela} ${'–( '.repeat(50)}`)).toEqual(curso(tabela));
  expect(curso(tabela)).toHaveLength(1);
});
