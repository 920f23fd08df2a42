import { defineMessage } from '#kit/message/message.ts';

export const anuncioPorEmail = defineMessage({
  id: 'captacao/anuncio-por-email',
  title: 'Anúncio de vaga por e-mail',
  channels: ['mail'],
  variables: {
    assunto: 'Assunto escrito por quem envia',
    titulo: 'Título da vaga',
    texto: 'O que o anúncio diz',
    empresa: 'Nome da empresa',
    link: 'Endereço do anúncio',
  },
  required: ['link'],
  addresses: ['link'],
  subject: '{{assunto}}',
  text: '{{empresa}} procura gente: {{titulo}}.\n\n{{texto}}\n\nVeja a vaga e candidate-se: {{link}}',
});
