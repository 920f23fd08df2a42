/** Texts of CVs as `kit/text` gives them, of people who do not exist. */
export const CURRICULOS = {
  classico: `CURRICULUM VITAE

Maria Aparecida da Silva Souza
Brasileira, casada, 34 anos
Rua das Flores, 120 – Bairro Aldeota – Fortaleza/CE – CEP 60150-160
Tel: (85) 98877-6655 / (85) 3244-1020
E-mail: maria.souza@exemplo.com.br
CPF: 529.982.247-25

OBJETIVO
Atuar na área administrativa.

FORMAÇÃO ACADÊMICA
Graduação em Administração – Universidade Federal do Ceará (2009 – 2013)
Pós-graduação em Gestão de Pessoas – Universidade de Fortaleza (2014 – 2015)

EXPERIÊNCIA PROFISSIONAL
Analista de Recursos Humanos – Tecidos Aurora Ltda. (03/2018 – atual)
Recrutamento e seleção; controle de ponto; folha de pagamento.

Assistente Administrativo – Construtora Boa Vista (01/2014 – 02/2018)
Atendimento a fornecedores e contas a pagar.

IDIOMAS
Inglês – intermediário
Espanhol – básico`,

  emLinhas: `JOÃO BATISTA DE OLIVEIRA
Técnico em Segurança do Trabalho
joao.oliveira@exemplo.com | (11) 97654-3210 | São Paulo - SP

RESUMO
Profissional com dez anos de experiência em indústria.

EXPERIÊNCIA
Metalúrgica Santo André S.A.
Técnico de Segurança do Trabalho
Março de 2016 - Presente
- Inspeções e treinamentos de NR-10 e NR-35.
- Investigação de acidentes.

Indústria Química Rio Claro
Auxiliar de Segurança
Jan/2013 a Fev/2016
- Controle de EPI.

FORMAÇÃO
Técnico em Segurança do Trabalho
SENAC São Paulo
2011 - 2012

Ensino Médio completo
E. E. Professor Antônio Prado
2010`,

  rotulado: `Currículo
Nome: Ana Beatriz Ferreira Lima
Data de nascimento: 12/05/1990
Telefone celular: 21 99888-7766
E-mail: anabeatriz@exemplo.org
CPF 11144477735

Escolaridade:
Curso: Técnico em Enfermagem
Instituição: Escola Técnica Anna Nery
Conclusão: 12/2012

Histórico profissional
Empresa: Hospital São Lucas
Cargo: Técnica de Enfermagem
Período: 02/2013 a 10/2019
Atividades: cuidado de pacientes na UTI.

Empresa: Clínica Vida
Cargo: Auxiliar de Enfermagem
Período: 11/2019 até o momento`,

  periodoPrimeiro: `Carlos Eduardo Nunes
Desenvolvedor de Software
Contato: carlos.nunes@exemplo.dev · +55 31 98765-1234 · linkedin.com/in/carlosnunes

Experiências Profissionais
2020 – atual | Desenvolvedor Sênior | Nuvem Clara Tecnologia
Node.js, TypeScript e PostgreSQL.
2017 – 2020 | Programador Java | Banco Horizonte
Sistemas de cobrança.

Educação
2013 – 2017 | Bacharelado em Ciência da Computação | UFMG

Idiomas: inglês fluente, francês básico`,

  corrido: `Pedro Henrique Alves
Recife, Pernambuco

Sou motorista com carteira D e quinze anos de estrada. Trabalhei na Transportadora Litoral entre 2005 e 2012 e depois na
Cargas do Norte, onde estou até hoje. Tenho o ensino médio completo e noções de mecânica. Meu telefone é (81) 99123-4567.`,

  semDados: `CURRÍCULO

OBJETIVO
Busco uma oportunidade na área de vendas.

HABILIDADES
Comunicação, proatividade e organização.`,

  comReferencias: `Juliana Prado Monteiro
Rua XV de Novembro, 55, Curitiba - PR
(41) 3333-2211

Formação
Licenciatura em Pedagogia, pela Universidade Tuiuti do Paraná, em andamento, 5º semestre

Experiência
Professora na Escola Pequeno Príncipe – fev/2020 a dez/2022

Referências
Marcos Teixeira – (41) 98888-0000 – marcos@exemplo.com
CPF do responsável 529.982.247-25`,

  desde: `FERNANDA COSTA
fernanda_costa@exemplo.com.br
Cel.: 62 9 9911-2233

Atuação profissional:
• Gerente de Loja – Calçados Passo Leve, desde 08/2021
• Vendedora – Magazine Central – 04/2017 a 07/2021

Cursos
Excel avançado – 2019 – 40h
Atendimento ao cliente

Grau de instrução: Superior incompleto em Marketing – Faculdade Alfa`,

  estrangeira: `Luís Gómez Pereira
Engenheiro Civil

luis.gomez@exemplo.com

FORMAÇÃO
Engenharia Civil
Universidade de Brasília
2004 a 2009

Mestrado em Estruturas
Universidade de São Paulo
2010 a 2012

EXPERIÊNCIA PROFISSIONAL
Consórcio Ponte Nova
Engenheiro de Obras
De 01/03/2012 a 30/06/2018
Coordenação de equipe de 40 pessoas.

CREA 5060123456
Idiomas
Espanhol (nativo)
Inglês (avançado)`,

  reconhecido: `JOSÉ CARLOS DOS SANTOS
Solteiro, 45 anos
Fone: (71) 98111-2222

EXPERIÊNCIA PROFISSIONAL
Empresa: Padaria Pão Bom
Função: Padeiro
Entrada: 05/2010 Saída: 09/2016

Empresa: Supermercado Bom Preço
Função: Padeiro
Entrada: 10/2016 Saída: 03/2021

ESCOLARIDADE
Ensino Fundamental Completo`,

  primeiroEmprego: `Camila Rocha Dias
Estudante
Natal/RN · (84) 99444-5566 · camila.rocha@exemplo.com

Objetivo: primeiro emprego como jovem aprendiz

Escolaridade
Ensino médio – cursando o 3º ano – Escola Estadual Winston Churchill

Informática: pacote Office
Fluente em inglês; conhecimento básico de espanhol`,

  enganoso: `Analista Pleno Disponível
Vaga: Coordenador de Logística 2024
Protocolo 123.456.789-00 RG 12 3456-7890 CEP 01310-100
Nota fiscal 2019 a 2020
CNPJ 11.222.333/0001-81 NIS 120.12345.67-8

EXPERIÊNCIA
De 2015 a 2018 participei de projetos de melhoria contínua em diversas empresas do ramo.
Redução de custos de 2016 a 2017 em 30%
Período de 13/2019 a 14/2020
Coordenador e supervisor de operador de máquinas 2019 - 2020

FORMAÇÃO
Diversos cursos na área, 2015
Leitura e cinema`,

  colunas: `Patrícia Mendes
Contadora

CONTATO
(51) 99777-1122
patricia@contabil.exemplo

EXPERIÊNCIA PROFISSIONAL
CONTADORA SÊNIOR
Escritório Pampa Contabilidade, Porto Alegre - RS
07/2019 - Atual

ASSISTENTE FISCAL
Distribuidora Gaúcha de Bebidas
Porto Alegre, RS
02/2015 - 06/2019

FORMAÇÃO ACADÊMICA
Bacharel em Ciências Contábeis
PUCRS
Conclusão em 2014`,
  exportado: `Contato
mariana.lopes@exemplo.com
www.linkedin.com/in/marianalopes
(LinkedIn)

Principais competências
Python
SQL
Power BI

Languages
Inglês (Full Professional)
Português (Native or Bilingual)

Mariana Lopes
Analista de Dados | Python | SQL
São Paulo, São Paulo, Brasil

Resumo
Analista de dados com experiência em varejo.

Experiência
Varejo Brasil
Analista de Dados Pleno
janeiro de 2021 - Present (3 anos 2 meses)
São Paulo, Brasil
Construção de painéis.

Loja Viva
Estagiária de BI
março de 2019 - dezembro de 2020 (1 ano 10 meses)

Page 1 of 2

Formação acadêmica
Universidade de São Paulo
Bacharelado, Estatística · (2016 - 2020)`,

  fotografado: `CURRICULO

N0me: Roberto Carlos Pinto
Ender: Rua A, 10, Centro
Fone - (88) 3521 4455   Cel - (88) 99655-1122

Escolaridade
2º Grau Completo

Experiencia Profissional
Empresa - Mercadinho Sao Jose
Funcao - Repositor
Periodo - 02/01/2010 a 15/08/2014

Empresa - Posto Alvorada
Funcao - Frentista
Periodo - 01/09/2014 a 30/12/2019`,

  comBarras: `Lucas Gabriel Moraes da Costa
27 anos, solteiro, Manaus/AM
WhatsApp: 92 98456-3322

Experiência profissional

Auxiliar de Produção | Eletrônicos da Amazônia S/A
Out 2019 até Set 2022
Montagem de placas, linha SMT.

Operador de Máquinas | Plásticos Manaus
Out 2022 até atualmente

Formação
Ensino médio completo, Escola Estadual Solon de Lucena, 2015
Técnico em Eletrônica, Fundação Nokia, 2017

Cursos
NR-12, 2020; NR-10, 2021`,

  medica: `Dra. Helena Vasconcelos Prado
CRM/SP 123456
helena@clinica.exemplo.br | +55 (11) 3031-2020

Formação
Medicina – Universidade Federal de São Paulo – 2001 a 2006
Residência em Clínica Médica – Hospital das Clínicas – 2007 a 2009
Doutorado em Ciências – USP – 2012/2016

Atuação profissional
Hospital Santa Helena – Médica plantonista – 2009 a 2014
Hospital Santa Helena – Coordenadora da UTI – 2014 a 2020
Professora de Clínica Médica, Universidade Santo Amaro, desde 2016`,

  resumido: `Resumo de Qualificações Rafaela
RAFAELA DO CARMO
rua b 12

Experiencia
Lojas Riacho (2015 a 2018)
Cargo: vendedora

Trabalhei na Loja Renner de 2018 a 2019 como caixa
Supermercado Extra - operador de caixa - 2019 a 2021`,
} as const;
