import { defineMessage } from '#kit/message/message.ts';

const variables = {
  candidato: 'Nome do candidato',
  vaga: 'Nome da vaga, como quem recebe a conhece',
  empresa: 'Nome da empresa',
};

export const candidatoNaoSelecionado = defineMessage({
  id: 'captacao/candidato-nao-selecionado',
  title: 'Candidato não selecionado',
  channels: ['mail'],
  personal: true,
  variables: { ...variables, recado: 'Recado do RH, se houver' },
  subject: 'Sobre a sua candidatura: {{vaga}}',
  text: 'Olá, {{candidato}}.\n\nAgradecemos o seu interesse em trabalhar na {{empresa}} e o tempo que dedicou a esta seleção. Desta vez seguiremos com outra pessoa para a vaga {{vaga}}.\n\n{{recado}}\n\nSeu currículo continua conosco, e você pode se candidatar a outras vagas quando quiser. Desejamos sucesso nos seus próximos passos.',
});

export const selecaoDemorou = defineMessage({
  id: 'captacao/selecao-demorou',
  title: 'O dia da resposta passou, ao candidato',
  channels: ['mail'],
  personal: true,
  variables: { ...variables, prazo: 'Até quando se prometeu uma resposta' },
  subject: 'Sobre a sua candidatura: {{vaga}}',
  text: 'Olá, {{candidato}}.\n\nDissemos que você teria uma resposta sobre a vaga {{vaga}} até {{prazo}}, e não a demos. Pedimos desculpas: a seleção ainda não terminou.\n\nVocê continua nela e não precisa fazer nada. Escreveremos assim que houver uma decisão.\n\n{{empresa}}',
});

export const selecaoTerminou = defineMessage({
  id: 'captacao/selecao-terminou',
  title: 'A vaga terminou, a quem ainda estava na seleção',
  channels: ['mail'],
  personal: true,
  variables,
  subject: 'Sobre a sua candidatura: {{vaga}}',
  text: 'Olá, {{candidato}}.\n\nA seleção para a vaga {{vaga}}, na {{empresa}}, terminou, e desta vez não seguiremos com a sua candidatura. Agradecemos o seu interesse e o tempo que dedicou a ela.\n\nSeu currículo continua conosco, e você pode se candidatar a outras vagas quando quiser. Desejamos sucesso nos seus próximos passos.',
});

export const entrevistaMarcada = defineMessage({
  id: 'captacao/entrevista-marcada',
  title: 'Entrevista marcada, ao candidato',
  channels: ['mail'],
  personal: true,
  variables: { ...variables, quando: 'Dia e hora', onde: 'Local ou endereço da videochamada' },
  subject: 'Entrevista para {{vaga}}: {{quando}}',
  text: 'Olá, {{candidato}}.\n\nQueremos conversar com você sobre a vaga {{vaga}}, na {{empresa}}.\n\nQuando: {{quando}}\nOnde: {{onde}}\n\nSe não puder nesse horário, responda a este e-mail.',
});

export const entrevistaDesmarcada = defineMessage({
  id: 'captacao/entrevista-desmarcada',
  title: 'Entrevista desmarcada, ao candidato',
  channels: ['mail'],
  personal: true,
  variables: { ...variables, quando: 'Dia e hora' },
  subject: 'Entrevista desmarcada: {{vaga}}',
  text: 'Olá, {{candidato}}.\n\nA entrevista de {{quando}} para a vaga {{vaga}}, na {{empresa}}, foi desmarcada. Entraremos em contato.',
});

export const entrevistaLembrada = defineMessage({
  id: 'captacao/entrevista-lembrada',
  title: 'Lembrete de entrevista, ao candidato',
  channels: ['mail'],
  personal: true,
  variables: { ...variables, quando: 'Dia e hora', onde: 'Local ou endereço da videochamada' },
  subject: 'Lembrete: entrevista em {{quando}}',
  text: 'Olá, {{candidato}}.\n\nLembramos da sua entrevista para a vaga {{vaga}}, na {{empresa}}.\n\nQuando: {{quando}}\nOnde: {{onde}}',
});

export const entrevistaParaQuemEntrevista = defineMessage({
  id: 'captacao/entrevista-para-quem-entrevista',
  title: 'Entrevista marcada ou próxima, a quem entrevista',
  channels: ['inbox', 'mail'],
  personal: true,
  variables: { ...variables, quando: 'Dia e hora', onde: 'Local ou endereço da videochamada', id: 'Número da entrevista' },
  subject: 'Entrevista com {{candidato}}: {{quando}}',
  text: 'Entrevista com {{candidato}} para a vaga {{vaga}}.\n\nQuando: {{quando}}\nOnde: {{onde}}',
  link: '/captacao/entrevistas/{{id}}',
});

export const entrevistaDesmarcadaParaQuemEntrevista = defineMessage({
  id: 'captacao/entrevista-desmarcada-para-quem-entrevista',
  title: 'Entrevista desmarcada, a quem entrevista',
  channels: ['inbox', 'mail'],
  personal: true,
  variables: { ...variables, quando: 'Dia e hora' },
  subject: 'Desmarcada: entrevista com {{candidato}}, {{quando}}',
  text: 'A entrevista de {{quando}} com {{candidato}}, para a vaga {{vaga}}, foi desmarcada, ou passou a outra pessoa.',
});

/** Written by hand, or from a model of the company: this text is only where nobody wrote another. */
export const cartaAoCandidato = defineMessage({
  id: 'captacao/carta-ao-candidato',
  title: 'E-mail escrito ao candidato',
  channels: ['mail'],
  personal: true,
  variables: { ...variables, etapa: 'Etapa em que o candidato está' },
  subject: 'Sobre a sua candidatura: {{vaga}}',
  text: 'Olá, {{candidato}}.\n\n',
});

export const citadoNaAnotacao = defineMessage({
  id: 'captacao/citado-na-anotacao',
  title: 'Citado numa anotação sobre um candidato',
  channels: ['inbox', 'mail'],
  personal: true,
  variables: {
    quem: 'Quem escreveu',
    candidato: 'Nome do candidato',
    vaga: 'Nome da vaga, como quem recebe a conhece',
    id: 'Número da candidatura',
  },
  subject: '{{quem}} citou você sobre {{candidato}}',
  text: '{{quem}} citou você numa anotação sobre {{candidato}}, na seleção de {{vaga}}.',
  link: '/captacao/candidaturas/{{id}}?aba=anotacoes',
});

export const mensagensDaSelecao = [
  candidatoNaoSelecionado,
  selecaoDemorou,
  selecaoTerminou,
  entrevistaMarcada,
  entrevistaDesmarcada,
  entrevistaLembrada,
  entrevistaParaQuemEntrevista,
  entrevistaDesmarcadaParaQuemEntrevista,
  citadoNaAnotacao,
];
