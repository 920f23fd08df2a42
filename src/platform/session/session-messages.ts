import { defineMessage } from '#kit/message/message.ts';

export const redefinicaoDeSenha = defineMessage({
  id: 'utilitario/redefinicao-de-senha',
  title: 'Redefinição de senha',
  channels: ['mail'],
  always: true,
  awaited: true,
  variables: { nome: 'Nome de quem recebe', deQuem: 'De que conta se trata', endereco: 'Endereço que redefine a senha' },
  required: ['endereco'],
  addresses: ['endereco'],
  subject: 'Redefinição de senha {{deQuem}}',
  text: 'Olá, {{nome}}.\n\nPara redefinir sua senha, abra:\n{{endereco}}\n\nO endereço vale por 2 horas e uma única vez. Se não foi você que pediu, ignore esta mensagem.',
});

export const emailDaContaMudado = defineMessage({
  id: 'utilitario/email-da-conta-mudado',
  title: 'E-mail da conta mudado',
  channels: ['mail'],
  always: true,
  variables: { nome: 'Nome de quem recebe', deQuem: 'De que conta se trata' },
  subject: 'O e-mail da sua conta foi mudado',
  text: 'Olá, {{nome}}.\n\nO e-mail da sua conta {{deQuem}} foi mudado, e as mensagens não virão mais para este endereço. Se não foi você nem quem administra a sua conta, avise a sua empresa e mude a sua senha.',
});

export const linkDeAcesso = defineMessage({
  id: 'utilitario/link-de-acesso',
  title: 'Link de acesso do candidato',
  channels: ['mail'],
  always: true,
  awaited: true,
  variables: { nome: 'Nome de quem recebe', deQuem: 'De que conta se trata', endereco: 'Endereço que entra sem senha' },
  required: ['endereco'],
  addresses: ['endereco'],
  subject: 'Seu link de acesso {{deQuem}}',
  text: 'Olá, {{nome}}.\n\nPara entrar sem senha, abra:\n{{endereco}}\n\nO endereço vale por 2 horas e uma única vez. Se não foi você que pediu, ignore esta mensagem.',
});
