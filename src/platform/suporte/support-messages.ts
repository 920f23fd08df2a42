import { defineMessage } from '#kit/message/message.ts';

export const relatoDeErro = defineMessage({
  id: 'utilitario/relato-de-erro',
  title: 'Relato de erro para o suporte',
  channels: ['mail'],
  always: true,
  variables: {
    numero: 'Número do relato',
    pagina: 'Página em que o erro aconteceu',
    mensagem: 'Mensagem do erro',
    pilha: 'Detalhes técnicos',
    ambiente: 'Navegador e tela',
  },
  subject: 'Relato de erro {{numero}}',
  text: 'Página: {{pagina}}\nMensagem: {{mensagem}}\n\n{{pilha}}\n\n{{ambiente}}',
});

export const solicitacaoDeCreditos = defineMessage({
  id: 'utilitario/solicitacao-de-creditos',
  title: 'Solicitação de créditos do assistente',
  channels: ['mail'],
  always: true,
  variables: {
    empresa: 'Empresa que pede',
    nome: 'Nome de quem pede',
    email: 'E-mail de quem pede',
    telefone: 'Telefone de quem pede',
    quantidade: 'Quantidade desejada',
  },
  subject: 'Solicitação de créditos do assistente',
  text: 'Empresa: {{empresa}}\nNome: {{nome}}\nE-mail: {{email}}\nTelefone: {{telefone}}\nQuantidade desejada: {{quantidade}}',
});
