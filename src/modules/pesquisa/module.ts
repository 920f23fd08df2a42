import { EVERY_USER } from '#kit/acting/world.ts';
import { defineModule } from '#kit/module/module.ts';
import { entrevistas } from './entrevistas/entrevistas.registry.ts';
import { documentosDaPesquisa } from './pesquisas/documentos.registry.ts';
import { pesquisas } from './pesquisas/pesquisas.registry.ts';
import { agradecimento, convite, lembrete } from './questionarios/questionarios.messages.ts';
import { questionarios } from './questionarios/questionarios.registry.ts';
import { entrevistasRespondidas, questionariosDoTalento, respostasIdentificadas } from './relatorios/relatorios.ts';

export const pesquisa = defineModule({
  id: 'pesquisa',
  title: 'Pesquisas',
  order: 55,
  icon: 'voice',
  key: 'q',
  menu: [
    { title: 'Responder', items: ['colaborador-questionario', 'colaborador-respostas'] },
    { title: 'Perguntar', items: ['questionarios', 'pesquisas', 'entrevistas'] },
    { title: 'Ouvir sempre', items: ['nps'] },
  ],
  about: {
    pesquisas: 'As perguntas: as suas, ou um modelo pronto.',
    questionarios: 'A quem se pergunta, até quando e o que se promete.',
    entrevistas: 'Perguntas a uma pessoa de cada vez: quem sai, quem volta.',
    'pesquisas/documentos-anexos': 'O que se guarda junto de uma pesquisa.',
  },
  registries: [pesquisas, documentosDaPesquisa, questionarios, entrevistas],
  reports: [questionariosDoTalento, respostasIdentificadas, entrevistasRespondidas],
  messages: [convite, lembrete, agradecimento],
  screens: [
    {
      path: 'colaborador-questionario',
      title: 'Minhas Pesquisas',
      description: 'O que espera pela sua resposta, e o que você já respondeu.',
      authority: EVERY_USER,
    },
    { path: 'colaborador-questionario/:questionarioId', title: 'Responder', authority: EVERY_USER, menu: false },
    { path: 'responder/:id', title: 'Responder', authority: EVERY_USER, menu: false },
    {
      path: 'colaborador-respostas',
      title: 'Respostas',
      description: 'As respostas que levam nome: as suas, e as que você pode ver.',
      authority: EVERY_USER,
    },
    {
      path: 'colaborador-respostas/:questionarioId/por-outro-usuario/:colaboradorId/turma/:turmaId',
      title: 'Respostas por Outra Pessoa',
      authority: 'ROLE_RESPONDER_POR_OUTRO',
      menu: false,
    },
    { path: 'questionarios/:id/resultados', title: 'Resultados', authority: 'ROLE_RESULTADO_PESQUISA', menu: false },
    {
      path: 'questionarios/:id/fatores-psicossociais',
      title: 'Fatores Psicossociais',
      authority: 'ROLE_RESULTADO_PESQUISA',
      menu: false,
    },
    { path: 'avaliacoes-turma', title: 'Avaliações de Turma', authority: 'ROLE_CAD_QUESTIONARIO', menu: false },
    { path: 'pesquisas/:id/perguntas', title: 'Perguntas da Pesquisa', authority: 'ROLE_CAD_PESQUISA', menu: false },
    { path: 'pesquisas/:id/aspectos', title: 'Aspectos da Pesquisa', authority: 'ROLE_CAD_PESQUISA', menu: false },
    {
      path: 'pesquisas/:id/documentos-anexos',
      title: 'Documentos Anexos da Pesquisa',
      authority: 'ROLE_CAD_DOCUMENTO_PESQUISA',
      menu: false,
    },
    { path: 'nps', title: 'NPS', description: 'Quanto se recomenda a empresa, por período e por área.', authority: 'ROLE_NPS' },
  ],
  profiles: {
    rh: [
      'everything',
      'ROLE_LIBERAR_QUESTIONARIO',
      'ROLE_RESULTADO_PESQUISA',
      'ROLE_RESPONDER_POR_OUTRO',
      'ROLE_NPS',
      'ROLE_CONFIGURAR_NPS',
    ],
    auditor: ['reading', 'ROLE_RESULTADO_PESQUISA', 'ROLE_NPS'],
  },
  authorities: {
    ROLE_LIBERAR_QUESTIONARIO: 'Liberar, encerrar e reabrir questionários, e enviar lembretes',
    ROLE_RESULTADO_PESQUISA: 'Ver os resultados dos questionários',
    ROLE_RESPONDER_POR_OUTRO: 'Registrar respostas identificadas de outra pessoa',
    ROLE_CONFIGURAR_NPS: 'Ligar e configurar a pergunta do NPS',
  },
});
