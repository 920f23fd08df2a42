import { defineModule } from '#kit/module/module.ts';
import { log } from '#platform/audit/log.registry.ts';
import { acessoAbertoComCpf, conviteDeAcesso } from '#platform/authority/authority-messages.ts';
import { perfis } from '#platform/authority/perfis.registry.ts';
import { usuarios } from '#platform/authority/usuarios.registry.ts';
import { VER_COMO } from '#platform/authority/ver-como.ts';
import { empresas } from '#platform/empresa/empresas.registry.ts';
import { lixeira } from '#platform/lixeira/lixeira.registry.ts';
import { caixaSaida } from '#platform/mail/emails.registry.ts';
import { modelosMensagens } from '#platform/mensagens/modelos-mensagens.registry.ts';
import { noticias } from '#platform/noticias/noticias.registry.ts';
import { emailDaContaMudado, linkDeAcesso, redefinicaoDeSenha } from '#platform/session/session-messages.ts';
import { relatoDeErro, solicitacaoDeCreditos } from '#platform/suporte/support-messages.ts';
import { tarefas } from '#platform/tarefas/tarefas.registry.ts';
import { configuracoesLimiteColaborador } from './configuracoes-limite-colaborador.registry.ts';
import { estabelecimentos } from './estabelecimentos.registry.ts';
import { parametrosSistema } from './parametros-sistema.registry.ts';

export const utilitario = defineModule({
  id: 'utilitario',
  title: 'Utilitário',
  order: 90,
  icon: 'settings',
  key: 'u',
  menu: [
    { title: 'Acesso', items: ['usuarios', ['perfis', 'perfis-prontos']] },
    { title: 'Empresa', items: ['empresas', 'estabelecimentos', 'configuracoes-limite-colaborador', 'copia-cadastro'] },
    { title: 'Mensagens', items: ['noticias', 'modelos-mensagens', 'caixa-saida'] },
    { title: 'Sistema', items: ['lixeira', 'log', 'tarefas', 'parametros-sistema'] },
  ],
  about: {
    usuarios: 'Quem entra no sistema, e com que perfil em cada empresa.',
    perfis: 'O que cada perfil vê e faz.',
    empresas: 'As empresas, com logomarca, cores e configurações.',
    estabelecimentos: 'Matriz e filiais, com CNPJ e endereço.',
    'configuracoes-limite-colaborador': 'Quantos talentos cabem em cada área e cargo.',
    noticias: 'O que aparece no sino de quem usa o sistema.',
    'modelos-mensagens': 'O texto dos avisos e e-mails que o sistema manda.',
    'caixa-saida': 'Os e-mails enviados, retidos e recusados.',
    log: 'Quem mudou o quê, quem leu e quem entrou.',
    tarefas: 'O trabalho em segundo plano de todos.',
    'parametros-sistema': 'O que vale para a instalação inteira.',
  },
  registries: [
    empresas,
    parametrosSistema,
    estabelecimentos,
    configuracoesLimiteColaborador,
    usuarios,
    perfis,
    noticias,
    modelosMensagens,
    caixaSaida,
    tarefas,
    lixeira,
    log,
  ],
  messages: [
    conviteDeAcesso,
    redefinicaoDeSenha,
    linkDeAcesso,
    emailDaContaMudado,
    acessoAbertoComCpf,
    relatoDeErro,
    solicitacaoDeCreditos,
  ],
  authorities: { [VER_COMO]: 'Ver o sistema como outro usuário ou perfil, sem alterar nada' },
  profiles: {
    rh: ['ROLE_CAD_ESTABELECIMENTO', 'ROLE_CAD_LIMITE_COLABORADOR', 'ROLE_CAD_LIMITE_COLABORADOR_EDITAR', 'ROLE_CAD_LIXEIRA'],
    // Whoever opens the outbox, the bin or the tasks also acts in them.
    auditor: [
      'ROLE_CAD_EMPRESA',
      'ROLE_CAD_PARAMETRO_SISTEMA',
      'ROLE_CAD_ESTABELECIMENTO',
      'ROLE_CAD_LIMITE_COLABORADOR',
      'ROLE_CAD_USUARIO',
      'ROLE_CAD_PERFIL',
      'ROLE_CAD_NOTICIA',
      'ROLE_CAD_MODELO_MENSAGEM',
      'ROLE_CAD_LOG',
    ],
    dpo: ['ROLE_CAD_LOG', 'ROLE_CAD_LIXEIRA', 'ROLE_CAD_USUARIO', 'ROLE_CAD_PERFIL'],
  },
  screens: [
    {
      path: 'perfis-prontos',
      title: 'Perfis Prontos',
      description: 'Perfis para começar: cada um vira uma cópia que você ajusta.',
      authority: 'ROLE_CAD_PERFIL_EDITAR',
    },
    {
      path: 'copia-cadastro',
      title: 'Cópia de Cadastros entre Empresas',
      description: 'Leva cadastros de uma empresa a outra.',
      authority: 'ROLE_COPIA_CADASTRO',
    },
  ],
  firstSteps: [
    {
      registry: 'empresas',
      title: 'Complete os dados da empresa',
      description: 'A razão social e o endereço saem nos documentos e relatórios.',
      place: 10,
      path: 'empresas/:empresa?editar=1',
    },
    {
      registry: 'perfis',
      title: 'Escolha os perfis',
      description: 'RH, gestor, auditor e outros estão prontos: use o que serve e ajuste a cópia.',
      place: 50,
      path: 'perfis-prontos',
    },
    {
      registry: 'usuarios',
      title: 'Convide quem trabalha com você',
      description: 'Um usuário para cada pessoa: o convite leva o link com que ela cria a própria senha.',
      place: 70,
    },
  ],
});
