/** Texts without order: running prose, recognised from pictures, exported by another program, poor, or misleading. */
export const CURRICULOS_DIFICEIS = {
  corrido: `Pedro Henrique Alves
Recife, Pernambuco

Sou motorista com carteira D e quinze anos de estrada. Trabalhei na Transportadora Litoral entre 2005 e 2012 e depois na
Cargas do Norte, onde estou até hoje. Tenho o ensino médio completo e noções de mecânica. Meu telefone é (81) 99123-4567.`,

  semDados: `CURRÍCULO

OBJETIVO
Busco uma oportunidade na área de vendas.

HABILIDADES
Comunicação, proatividade e organização.`,

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

  resumido: `Resumo de Qualificações Rafaela
RAFAELA DO CARMO
rua b 12

Experiencia
Lojas Riacho (2015 a 2018)
Cargo: vendedora

Trabalhei na Loja Renner de 2018 a 2019 como caixa
Supermercado Extra - operador de caixa - 2019 a 2021`,
} as const;
