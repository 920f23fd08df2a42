import { defineModule } from '#kit/module/module.ts';
import { anuncioPorEmail } from './anuncios/anuncios.messages.ts';
import { anuncios } from './anuncios/anuncios.registry.ts';
import { areasFormacao } from './areas-formacao.registry.ts';
import { areasInteresse } from './areas-interesse.registry.ts';
import { avaliacaoPedida } from './avaliacoes/avaliacoes.messages.ts';
import { avaliacoes } from './avaliacoes/avaliacoes.registry.ts';
import { buscaSemFiltro, candidatosNovos } from './buscas/buscas-candidatos.messages.ts';
import { buscasCandidatos } from './buscas/buscas-candidatos.registry.ts';
import { consentimentoRetirado } from './candidatos/candidatos.messages.ts';
import { candidatos } from './candidatos/candidatos.registry.ts';
import { anotacoes } from './candidaturas/anotacoes.registry.ts';
import { mensagensDaSelecao } from './candidaturas/candidaturas.messages.ts';
import { candidaturas } from './candidaturas/candidaturas.registry.ts';
import { entrevistas } from './candidaturas/entrevistas.registry.ts';
import { historico } from './candidaturas/historico.registry.ts';
import { modelosEmailCandidato } from './candidaturas/modelos-email.registry.ts';
import { pareceres } from './candidaturas/pareceres.registry.ts';
import { SELECAO_DO_GESTOR, telasDaSelecao } from './candidaturas/telas.ts';
import { CONTRATAR } from './candidaturas/transicoes.ts';
import { comoFicouSabendoVaga } from './como-ficou-sabendo-vaga.registry.ts';
import { curriculoCandidato } from './curriculo/curriculo.report.ts';
import { documentosCandidatos } from './documentos-anexos/documentos-candidatos.registry.ts';
import { ESTATISTICAS } from './estatisticas/estatisticas.ts';
import { etapasSeletivas } from './etapas-seletivas.registry.ts';
import { etiquetasCandidato } from './etiquetas-candidato.registry.ts';
import { examesPalografico } from './exames-palografico/exames-palografico.registry.ts';
import { exclusoesDados } from './exclusoes/exclusoes-dados.registry.ts';
import { idiomas } from './idiomas.registry.ts';
import { modelosAvaliacaoCandidato } from './modelos/modelos-avaliacao-candidato.registry.ts';
import { motivosSolicitacao } from './motivos-solicitacao.registry.ts';
import { anuncioParaAmigo } from './portal/mensagens.ts';
import { portas } from './portal/portas.ts';
import { relatoriosDaCaptacao } from './relatorios/relatorios.ts';
import { analiseEtapasSeletivas } from './relatorios/selecao.report.ts';
import { etapasAprovacao } from './solicitacoes/etapas-aprovacao.registry.ts';
import { solicitacaoImpressa } from './solicitacoes/solicitacao.report.ts';
import {
  aprovacaoAtrasada,
  aprovacaoEspera,
  solicitacaoDecidida,
  solicitacaoMudou,
} from './solicitacoes/solicitacoes.messages.ts';
import { VER_TODAS } from './solicitacoes/solicitacoes.rules.ts';
import { solicitacoesPessoal } from './solicitacoes/solicitacoes-pessoal.registry.ts';
import { APROVAR } from './solicitacoes/transicoes.ts';

export const captacao = defineModule({
  id: 'captacao',
  title: 'Captação',
  order: 10,
  icon: 'search',
  key: 'c',
  menu: [
    { title: 'Vagas', items: [['solicitacoes-pessoal', 'cargo'], 'anuncios', 'estatisticas-preenchimento-vaga'] },
    {
      title: 'Seleção',
      items: [
        ['candidatos', 'buscas-candidatos'],
        ['selecao', 'candidaturas', 'historico', 'niveis-competencia'],
        'entrevistas',
        'avaliacoes',
      ],
    },
  ],
  about: {
    'solicitacoes-pessoal': 'Quem pede gente, para onde, e em que pé está cada pedido.',
    anuncios: 'O que o portal mostra de cada vaga.',
    candidatos: 'Quem quer trabalhar aqui, com o currículo de cada um.',
    candidaturas: 'Quem está em que etapa de que vaga.',
    entrevistas: 'Quando, onde e com quem se conversa com os candidatos.',
    avaliacoes: 'O que os candidatos responderam, e com que resultado.',
    historico: 'O que aconteceu com cada candidato, etapa por etapa.',
    'modelos-avaliacao-candidato': 'O que os candidatos respondem numa seleção.',
    'motivos-solicitacao': 'Por que se pede gente: vaga nova, substituição.',
    'como-ficou-sabendo-vaga': 'Por onde os candidatos chegam.',
    'areas-interesse': 'Em que os candidatos gostariam de trabalhar.',
    'areas-formacao': 'O que se estuda: a formação de talentos e candidatos.',
    'etapas-aprovacao': 'Por quem uma solicitação de pessoal passa até ser aprovada.',
    'etapas-seletivas': 'Os passos de uma seleção, na sua ordem.',
    'buscas-candidatos': 'Buscas que avisam quando aparece alguém novo.',
    'etiquetas-candidato': 'Palavras da casa para achar candidatos de novo.',
    'exames-palografico': 'A folha de cada exame e o que se leu nela.',
    'documentos-candidatos': 'O que se anexou à ficha de cada candidato.',
    'modelos-email-candidato': 'Textos prontos para escrever a candidatos.',
    'exclusoes-dados': 'Os recibos do que foi apagado: quando, por quem e quanto, sem o nome de ninguém.',
    'exclusao-candidatos': 'Quem a exclusão automática vai apagar, e depois de quanto tempo.',
    idiomas: 'As línguas de talentos e candidatos.',
  },
  profiles: {
    rh: ['everything', APROVAR, CONTRATAR, VER_TODAS],
    auditor: ['reading', VER_TODAS],
    recrutador: ['everything', CONTRATAR, VER_TODAS],
    gestor: [
      'ROLE_CAD_SOLICITACAO_PESSOAL',
      'ROLE_CAD_SOLICITACAO_PESSOAL_EDITAR',
      APROVAR,
      solicitacaoImpressa.authority,
      ...SELECAO_DO_GESTOR,
    ],
  },
  authorities: {
    [APROVAR]: 'Aprovar e reprovar solicitações de pessoal',
    [CONTRATAR]: 'Contratar candidatos',
    [VER_TODAS]: 'Ver solicitações de todas as áreas (sem ela, só as das áreas pelas quais responde)',
  },
  registries: [
    solicitacoesPessoal,
    anuncios,
    candidatos,
    candidaturas,
    historico,
    pareceres,
    anotacoes,
    entrevistas,
    avaliacoes,
    areasInteresse,
    areasFormacao,
    etapasSeletivas,
    etapasAprovacao,
    modelosAvaliacaoCandidato,
    motivosSolicitacao,
    comoFicouSabendoVaga,
    idiomas,
    etiquetasCandidato,
    examesPalografico,
    documentosCandidatos,
    buscasCandidatos,
    exclusoesDados,
    modelosEmailCandidato,
  ],
  messages: [
    aprovacaoEspera,
    aprovacaoAtrasada,
    solicitacaoDecidida,
    solicitacaoMudou,
    anuncioPorEmail,
    anuncioParaAmigo,
    candidatosNovos,
    buscaSemFiltro,
    consentimentoRetirado,
    avaliacaoPedida,
    ...mensagensDaSelecao,
  ],
  screens: [
    ...telasDaSelecao,
    {
      path: 'cargo',
      title: 'Cargos (Recrutamento)',
      description: 'Os cargos com vagas abertas ou com candidatos.',
      authority: solicitacoesPessoal.authority,
    },
    {
      path: 'niveis-competencia',
      title: 'Níveis de Competência (Recrutamento)',
      description: 'Um candidato diante do que a faixa da vaga pede.',
      authority: candidaturas.authority,
    },
    {
      path: 'estatisticas-preenchimento-vaga',
      title: 'Estatísticas de Preenchimento de Vagas',
      description: 'Quantos dias as vagas levam, por cargo, área e recrutador.',
      authority: ESTATISTICAS,
    },
    // The second spelling of a report's address in the spec.
    {
      path: 'relatorios/analise-etapa-seletiva',
      title: analiseEtapasSeletivas.title,
      authority: analiseEtapasSeletivas.authority,
      menu: false,
    },
    {
      path: 'exclusao-candidatos',
      title: 'Exclusão de Candidatos',
      authority: 'ROLE_CAD_CANDIDATO_EXCLUIR',
    },
    {
      path: 'modelos-avaliacao-candidato/:id/perguntas',
      title: 'Perguntas do Modelo',
      authority: modelosAvaliacaoCandidato.authority,
      menu: false,
    },
  ],
  reports: [...relatoriosDaCaptacao, solicitacaoImpressa, curriculoCandidato],
  doors: portas,
});
