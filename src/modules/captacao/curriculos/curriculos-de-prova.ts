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

  primeiroEmprego: `Camila Rocha Dias
Estudante
Natal/RN · (84) 99444-5566 · camila.rocha@exemplo.com

Objetivo: primeiro emprego como jovem aprendiz

Escolaridade
Ensino médio – cursando o 3º ano – Escola Estadual Winston Churchill

Informática: pacote Office
Fluente em inglês; conhecimento básico de espanhol`,

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
} as const;
