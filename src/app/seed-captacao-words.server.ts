/** Words for the demonstration's year of recruitment, nobody in it real. */
export const etapas = [
  'Triagem de currículos',
  'Entrevista com o RH',
  'Teste técnico',
  'Entrevista com o gestor',
  'Proposta',
] as const;

export const motivos = ['Aumento de quadro', 'Substituição', 'Vaga nova', 'Afastamento temporário'] as const;

/** Where candidates hear of vacancies, with how many of a hundred. */
export const fontes: readonly (readonly [nome: string, share: number])[] = [
  ['Portal da empresa', 34],
  ['LinkedIn', 24],
  ['Indicação de quem trabalha aqui', 18],
  ['Redes sociais', 12],
  ['Agência de empregos', 7],
  ['Escola técnica ou faculdade', 5],
];

export interface PedidoAberto {
  cargo: string;
  /** name of its area */
  area: string;
  titulo: string;
  /** position in `motivos` */
  motivo: number;
  quantidade: number;
  /** days since it was made */
  dias: number;
  situacao: 'A' | 'S' | 'E' | 'C';
  status: 'I' | 'A' | 'R';
  inscritos: number;
  anuncio: boolean;
}

export const pedidosAbertos: readonly PedidoAberto[] = [
  {
    cargo: 'Analista de Sistemas',
    area: 'Desenvolvimento de Sistemas',
    titulo: 'Analista de Sistemas',
    motivo: 0,
    quantidade: 2,
    dias: 40,
    situacao: 'A',
    status: 'A',
    inscritos: 16,
    anuncio: true,
  },
  {
    cargo: 'Auxiliar de Produção',
    area: 'Produção',
    titulo: 'Auxiliar de Produção – turno da tarde',
    motivo: 2,
    quantidade: 5,
    dias: 28,
    situacao: 'A',
    status: 'A',
    inscritos: 12,
    anuncio: true,
  },
  {
    cargo: 'Vendedor',
    area: 'Vendas',
    titulo: 'Vendedor interno',
    motivo: 1,
    quantidade: 1,
    dias: 18,
    situacao: 'A',
    status: 'A',
    inscritos: 6,
    anuncio: true,
  },
  {
    cargo: 'Assistente de Departamento Pessoal',
    area: 'Departamento Pessoal',
    titulo: 'Assistente de Departamento Pessoal',
    motivo: 1,
    quantidade: 1,
    dias: 3,
    situacao: 'A',
    status: 'I',
    inscritos: 0,
    anuncio: false,
  },
  {
    cargo: 'Técnico em Segurança do Trabalho',
    area: 'Segurança do Trabalho',
    titulo: 'Técnico em Segurança do Trabalho',
    motivo: 3,
    quantidade: 1,
    dias: 55,
    situacao: 'S',
    status: 'A',
    inscritos: 4,
    anuncio: true,
  },
  {
    cargo: 'Advogado',
    area: 'Jurídico',
    titulo: 'Advogado trabalhista',
    motivo: 0,
    quantidade: 1,
    dias: 24,
    situacao: 'A',
    status: 'R',
    inscritos: 0,
    anuncio: false,
  },
  {
    cargo: 'Comprador',
    area: 'Compras',
    titulo: 'Comprador',
    motivo: 2,
    quantidade: 1,
    dias: 95,
    situacao: 'C',
    status: 'A',
    inscritos: 3,
    anuncio: false,
  },
  {
    cargo: 'Analista de Recursos Humanos',
    area: 'Recrutamento e Seleção',
    titulo: 'Analista de Recursos Humanos',
    motivo: 0,
    quantidade: 1,
    dias: 26,
    situacao: 'A',
    status: 'A',
    inscritos: 11,
    anuncio: true,
  },
];

/** What evaluators look at, by the place of the stage. */
export const criterios: readonly (readonly [etapa: number, nome: string, peso: number])[] = [
  [1, 'Clareza ao falar', 2],
  [1, 'Interesse pela vaga', 1],
  [1, 'Experiência que serve', 2],
  [3, 'Conhecimento técnico', 3],
  [3, 'Resolve problemas', 2],
  [3, 'Trabalha em equipe', 2],
];

export const perguntasDoTeste = [
  'Ler um texto e dizer o que ele pede',
  'Conferir uma planilha e achar os erros',
  'Escrever a resposta a um cliente',
  'Pôr em ordem as tarefas de um dia',
] as const;

/** By how much somebody is recommended. */
export const comentariosDoParecer = {
  S: 'Respostas claras, com exemplos do que já fez. Seguiria com esta pessoa.',
  I: 'Conhece o básico; precisaria de acompanhamento nos primeiros meses.',
  N: 'Não mostrou a experiência que a vaga pede.',
} as const;

export const anotacoes = [
  'Pode começar em quinze dias. Prefere o turno da manhã.',
  'Pediu para remarcar a entrevista por causa de uma prova.',
  'Trabalhou com uma pessoa da equipe: pedir referência.',
] as const;

export const recusas = [
  'O perfil de outra pessoa se aproxima mais do que a vaga pede.',
  'A vaga pede mais experiência na função.',
  'A disponibilidade de horário não combina com o turno.',
  'A pretensão salarial está acima da faixa da vaga.',
] as const;

/** What somebody of a position has studied: the field, the course, its kind. */
export const formacoesDoCargo: Readonly<Record<string, readonly [area: string, curso: string, tipo: string]>> = {
  'Analista de Sistemas': ['Tecnologia da Informação', 'Ciência da Computação', 'GRADUACAO'],
  'Técnico de Suporte': ['Tecnologia da Informação', 'Técnico em Redes de Computadores', 'TECNICO'],
  'Auxiliar de Produção': ['Indústria', 'Técnico em Mecânica Industrial', 'TECNICO'],
  'Operador de Máquinas': ['Indústria', 'Técnico em Mecânica Industrial', 'TECNICO'],
  'Mecânico de Manutenção': ['Indústria', 'Técnico em Eletromecânica', 'TECNICO'],
  'Inspetor de Qualidade': ['Indústria', 'Técnico em Qualidade', 'TECNICO'],
  Vendedor: ['Administração', 'Gestão Comercial', 'GRADUACAO'],
  Advogado: ['Direito', 'Direito', 'GRADUACAO'],
  'Técnico em Segurança do Trabalho': ['Segurança do Trabalho', 'Técnico em Segurança do Trabalho', 'TECNICO'],
  'Analista de Recursos Humanos': ['Recursos Humanos', 'Gestão de Recursos Humanos', 'GRADUACAO'],
};

const saberes: Readonly<Record<string, string>> = {
  'Analista de Sistemas': 'TypeScript, Java, PostgreSQL, testes automatizados e integração de sistemas',
  'Técnico de Suporte': 'atendimento a usuários, redes, servidores Windows e Linux',
  'Auxiliar de Produção': 'linha de montagem, 5S, leitura de ordens de produção e empilhadeira',
  'Operador de Máquinas': 'torno, prensa, leitura de desenho técnico e metrologia',
  Vendedor: 'carteira de clientes, negociação, CRM e prospecção',
  Advogado: 'direito do trabalho, audiências, acordos e compliance',
  'Técnico em Segurança do Trabalho': 'PGR, treinamentos de NR, inspeções e investigação de acidentes',
};

export const resumoDoCurriculo = (nome: string, cargo: string, anos: number): string =>
  `${nome}\n\nObjetivo: ${cargo}\n\nExperiência de ${anos} ${anos === 1 ? 'ano' : 'anos'} com ${saberes[cargo] ?? 'rotinas administrativas, planilhas, atendimento e organização de documentos'}.\n` +
  'Trabalhou na Comércio e Indústria Boa Vista Ltda., onde cuidou do dia a dia da área e treinou colegas novos.\n\nDisponibilidade imediata.';

export const descricaoDoAnuncio = (cargo: string): string =>
  `<p>A Indústria Aurora procura quem queira crescer conosco como <strong>${cargo}</strong>.</p>` +
  `<h3>O que você vai fazer</h3><ul><li>Cuidar das rotinas da área com autonomia.</li><li>Trabalhar com ${saberes[cargo] ?? 'uma equipe experiente'}.</li><li>Propor melhorias e aprender com quem já conhece o caminho.</li></ul>` +
  '<h3>O que oferecemos</h3><ul><li>Plano de saúde e vale-alimentação.</li><li>Horário de segunda a sexta.</li><li>Um plano de desenvolvimento feito com você.</li></ul>';

/** Letters that recruiters write again and again. */
export const cartas = [
  {
    titulo: 'Pedido de documentos',
    assunto: 'Documentos para a vaga de {{vaga}}',
    texto:
      'Olá, {{candidato}}!\n\nPara seguir com a sua candidatura à vaga de {{vaga}}, precisamos de uma cópia do seu comprovante de escolaridade. Você pode enviá-la pelo portal, em Anexar Documentos.\n\n{{empresa}}',
  },
  {
    titulo: 'Notícia do processo',
    assunto: 'A sua candidatura: {{vaga}}',
    texto:
      'Olá, {{candidato}}!\n\nA seleção para {{vaga}} continua, e você está na etapa {{etapa}}. Escrevemos de novo assim que houver uma decisão.\n\n{{empresa}}',
  },
] as const;
