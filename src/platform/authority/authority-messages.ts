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
