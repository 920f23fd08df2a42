import { defineMessage } from '#kit/message/message.ts';

export const anuncioParaAmigo = defineMessage({
  id: 'captacao/anuncio-para-amigo',
  title: 'Vaga enviada por um amigo',
  channels: ['mail'],
  always: true,
  variables: {
    nome: 'Quem envia',
    email: 'E-mail de quem envia',
    nomeAmigo: 'Quem recebe',
    titulo: 'Título da vaga',
    empresa: 'Nome da empresa',
    id: 'Número do anúncio',
    empresaId: 'Número da empresa',
  },
  subject: '{{nome}} lembrou de você: vaga de {{titulo}}',
  text: 'Olá, {{nomeAmigo}}.\n\n{{nome}} ({{email}}) viu esta vaga na empresa {{empresa}} e achou que pode interessar a você: {{titulo}}.\n\nO seu endereço não fica guardado, e ninguém mais escreverá a você por causa desta mensagem.',
  link: '/externo/anuncios/{{id}}?empresaId={{empresaId}}',
});
