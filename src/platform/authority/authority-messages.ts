import { defineMessage } from '#kit/message/message.ts';

export const acessoAbertoComCpf = defineMessage({
  id: 'utilitario/acesso-aberto-com-cpf',
  title: 'Acesso aberto com o CPF de alguém',
  channels: ['mail'],
  always: true,
  variables: { nome: 'Nome de quem recebe', outroEmail: 'O e-mail do usuário, encoberto' },
  required: ['outroEmail'],
  subject: 'Um acesso ao Vínculo foi aberto com o seu CPF',
  text: 'Olá, {{nome}}.\n\nHá um usuário do Vínculo com o seu CPF, e as mensagens dele, entre elas a que define a senha, vão para {{outroEmail}}, que não é este endereço. Se esse endereço não é seu, avise a sua empresa.',
});

export const conviteDeAcesso = defineMessage({
  id: 'utilitario/convite-de-acesso',
  title: 'Convite de acesso',
  channels: ['mail'],
  always: true,
  variables: {
    nome: 'Nome de quem recebe',
    quem: 'Quem convida',
    empresa: 'Nome da empresa',
    validade: 'Quanto tempo o endereço vale',
    endereco: 'Endereço que cria a primeira senha',
  },
  required: ['endereco'],
  addresses: ['endereco'],
  subject: 'Convite para o Vínculo: {{empresa}}',
  text: 'Olá, {{nome}}.\n\n{{quem}} deu a você um acesso ao Vínculo, em {{empresa}}. Para criar a sua senha e entrar com o seu CPF, abra:\n{{endereco}}\n\nO endereço vale por {{validade}} e uma única vez. Se não esperava este convite, ignore esta mensagem.',
});
