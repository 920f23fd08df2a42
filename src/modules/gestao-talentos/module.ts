import { defineModule } from '#kit/module/module.ts';
import { cbosAprendiz } from './cbos-aprendiz/cbos-aprendiz.registry.ts';
import { conviteParaEntrevista, desligamentoCancelado, desligamentoConfirmado } from './desligamentos/desligamentos.messages.ts';
import { desligamentos } from './desligamentos/desligamentos.registry.ts';
import { modelosEntrevistaDesligamento } from './desligamentos/modelos-entrevista-desligamento.registry.ts';
import { documentosAnexos } from './documentos-anexos/documentos-anexos.registry.ts';
import { acompanhamentoExperiencia } from './experiencia/acompanhamento.registry.ts';
import { avaliacoesExperiencia } from './experiencia/avaliacoes-experiencia.registry.ts';
import { geracao } from './geracao.registry.ts';
import { motivoDesligamento } from './motivo-desligamento.registry.ts';
import { configNiveisTalentos } from './niveis-competencia/config-niveis-talentos.registry.ts';
import { colaboradoresOcorrencias } from './ocorrencias/colaboradores-ocorrencias.registry.ts';
import { providencias } from './ocorrencias/providencias.registry.ts';
import { tipoOcorrencia } from './ocorrencias/tipo-ocorrencia.registry.ts';
import { fichasTalentos, fichaTalento } from './relatorios/ficha-talento.report.ts';
import { ordemServico } from './relatorios/ordem-servico.report.ts';
import { relatoriosDeTalentos } from './relatorios/relatorios.ts';
import { talentoCertificado } from './relatorios/talento-certificado.report.ts';
import { talentoDinamico } from './relatorios/talento-dinamico.report.ts';
import { talentos } from './talentos/talentos.registry.ts';
import { tipoDocumento } from './tipo-documento.registry.ts';
import { ciclosTransparencia } from './transparencia/ciclos-transparencia-salarial.registry.ts';
import { transparenciaSalarial } from './transparencia/transparencia.report.ts';

export const gestaoTalentos = defineModule({
  id: 'gestao-talentos',
  title: 'Gestão de Talentos',
  order: 40,
  icon: 'people',
  key: 't',
  menu: [
    { title: 'Pessoas', items: ['talentos', 'talentos/importacao-colaborador', 'documentos-anexos'] },
    {
      title: 'Acompanhamento',
      items: [
        'ocorrencias',
        'colaboradores-ocorrencias',
        'ocorrencia-providencia',
        'colaboradores-periodos-experienciais-avaliacoes',
        'configuracoes-niveis-competencia-colaborador',
      ],
    },
    { title: 'Desligamento', items: ['desligamentos', 'modelos-entrevista-desligamento'] },
    { title: 'Obrigações', items: ['cotas', 'transparencia-salarial', 'ciclos-transparencia-salarial'] },
  ],
  about: {
    talentos: 'A ficha de cada pessoa, com a sua história.',
    'documentos-anexos': 'Os documentos guardados de cada talento.',
    'colaboradores-ocorrencias': 'Faltas, elogios e advertências de cada talento.',
    'colaboradores-periodos-experienciais-avaliacoes': 'As avaliações de quem está em experiência.',
    'configuracoes-niveis-competencia-colaborador': 'O nível de cada competência que o talento tem.',
    desligamentos: 'Quem sai, quando e por quê: pedido, confirmação e cancelamento.',
    'modelos-entrevista-desligamento': 'As perguntas que se fazem a quem sai.',
    'ciclos-transparencia-salarial': 'Os prazos do relatório de transparência, por semestre.',
    'tipo-ocorrencia': 'Os tipos de ocorrência.',
    providencias: 'O que se faz diante de uma ocorrência.',
    'motivo-desligamento': 'Os motivos de desligamento, com o seu código no eSocial.',
    'tipo-documento': 'Os tipos de documento que se anexam.',
    'cbos-aprendiz': 'As ocupações que contam para a cota de aprendizes.',
  },
  registries: [
    talentos,
    configNiveisTalentos,
    colaboradoresOcorrencias,
    tipoOcorrencia,
    providencias,
    desligamentos,
    motivoDesligamento,
    modelosEntrevistaDesligamento,
    avaliacoesExperiencia,
    acompanhamentoExperiencia,
    documentosAnexos,
    tipoDocumento,
    geracao,
    cbosAprendiz,
    ciclosTransparencia,
  ],
  messages: [desligamentoConfirmado, desligamentoCancelado, conviteParaEntrevista],
  reports: [fichaTalento, fichasTalentos, ordemServico, ...relatoriosDeTalentos, transparenciaSalarial],
  screens: [
    // The report's own screen, and the second spelling of a report's address in the spec.
    { path: 'relatorios/talento-dinamico', title: talentoDinamico.title, authority: talentoDinamico.authority, menu: false },
    {
      path: 'relatorios/certificadoTalento',
      title: talentoCertificado.title,
      authority: talentoCertificado.authority,
      menu: false,
    },
    {
      path: 'talentos/importacao-colaborador',
      title: 'Importação de Talentos',
      description: 'Uma planilha, como ela vem, vira fichas conferidas.',
      authority: 'ROLE_CAD_TALENTO_EDITAR',
    },
    {
      path: 'ocorrencias',
      title: 'Ocorrências',
      description: 'As ocorrências de todos, e as providências que faltam.',
      authority: 'ROLE_CAD_COLABORADOR_OCORRENCIA',
    },
    {
      path: 'ocorrencia-providencia',
      title: 'Providências da Ocorrência',
      description: 'O que foi feito diante de cada ocorrência.',
      authority: 'ROLE_CAD_COLABORADOR_OCORRENCIA',
    },
    {
      path: 'talentos/:talentoId/entrevista-desligamento',
      title: 'Entrevista de Desligamento',
      authority: 'ROLE_CAD_DESLIGAMENTO',
      menu: false,
    },
    {
      path: 'cotas',
      title: 'Cotas Legais',
      description: 'Aprendizes e pessoas com deficiência: quantas a lei pede e quantas há.',
      authority: 'ROLE_COTAS',
    },
    {
      path: 'transparencia-salarial',
      title: 'Transparência Salarial',
      description: 'O relatório de transparência salarial e os seus prazos.',
      authority: 'ROLE_TRANSPARENCIA_SALARIAL',
    },
  ],
  firstSteps: [
    {
      registry: 'talentos',
      title: 'Importe os talentos de uma planilha',
      description: 'Ou insira um a um em Talentos. O que a planilha tiver de errado aparece antes de gravar.',
      place: 60,
      path: 'talentos/importacao-colaborador',
    },
  ],
  profiles: {
    rh: [
      'everything',
      'ROLE_CONFIRMAR_DESLIGAMENTO',
      'ROLE_VER_TODAS_AREAS',
      'ROLE_VER_SALARIO',
      'ROLE_VER_RACA',
      'ROLE_VER_DEFICIENCIA',
      'ROLE_VER_DOCUMENTOS',
    ],
    gestor: [
      'ROLE_CAD_TALENTO',
      'ROLE_CAD_COLABORADOR_OCORRENCIA',
      'ROLE_CAD_COLABORADOR_OCORRENCIA_EDITAR',
      'ROLE_CAD_PERIODO_EXPERIENCIA_TALENTO',
      'ROLE_CAD_PERIODO_EXPERIENCIA_TALENTO_EDITAR',
      'ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA_COLABORADOR',
      'ROLE_REL_OCORRENCIAS',
      'ROLE_REL_ANIVERSARIANTES_MES',
      'ROLE_REL_ANIVERSARIANTES_TEMPO_DE_EMPRESA',
    ],
    'sst-tecnico': ['ROLE_CAD_TALENTO', 'ROLE_VER_TODAS_AREAS', 'ROLE_REL_ORDEM_SERVICO', 'ROLE_REL_ABSENTEISMO'],
    medico: ['ROLE_VER_SAUDE', 'ROLE_VER_TODAS_AREAS'],
    auditor: [
      'reading',
      'ROLE_COTAS',
      'ROLE_TRANSPARENCIA_SALARIAL',
      'ROLE_VER_TODAS_AREAS',
      'ROLE_VER_SALARIO',
      'ROLE_VER_SAUDE',
      'ROLE_VER_RACA',
      'ROLE_VER_DEFICIENCIA',
      'ROLE_VER_DOCUMENTOS',
    ],
    dpo: [
      'ROLE_CAD_TALENTO',
      'ROLE_CAD_TALENTO_EDITAR',
      'ROLE_CAD_DOCUMENTO_ANEXO',
      'ROLE_CAD_DOCUMENTO_ANEXO_EDITAR',
      'ROLE_CAD_DOCUMENTO_ANEXO_EXCLUIR',
      'ROLE_REL_FICHA_TALENTO',
      'ROLE_VER_TODAS_AREAS',
      'ROLE_VER_RACA',
      'ROLE_VER_DEFICIENCIA',
      'ROLE_VER_DOCUMENTOS',
    ],
  },
  authorities: {
    ROLE_CONFIRMAR_DESLIGAMENTO: 'Confirmar e cancelar desligamentos',
    ROLE_VER_TODAS_AREAS: 'Ver talentos de todas as áreas (sem ela, só os das áreas pelas quais responde)',
    ROLE_VER_SALARIO: 'Ver salários',
    ROLE_VER_SAUDE: 'Ver dados de saúde',
    ROLE_VER_RACA: 'Ver raça e cor',
    ROLE_VER_DEFICIENCIA: 'Ver deficiência',
    ROLE_VER_DOCUMENTOS: 'Ver documentos pessoais',
    ROLE_INTEGRACAO_PESSOAL: 'Registrar as respostas do sistema de pessoal',
  },
});
