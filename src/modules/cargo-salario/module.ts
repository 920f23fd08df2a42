import { defineModule } from '#kit/module/module.ts';
import { areasOrganizacionais } from './areas-organizacionais/areas-organizacionais.registry.ts';
import { cargos } from './cargos/cargos.registry.ts';
import { colaboradores, historicosColaboradores } from './colaboradores/colaboradores.registry.ts';
import { competencias } from './competencias/competencias.registry.ts';
import { criteriosAvaliacaoCompetencia } from './competencias/criterios-avaliacao-competencia.registry.ts';
import { atitudes, conhecimentos, habilidades } from './competencias/tipos-competencia.ts';
import { faixasSalariais } from './faixas-salariais/faixas-salariais.registry.ts';
import { faturamentosMensais } from './faturamentos-mensais.registry.ts';
import { gruposOcupacionais } from './grupos-ocupacionais.registry.ts';
import { indices } from './indices/indices.registry.ts';
import { configNiveisFaixas } from './niveis-competencia/config-niveis-faixas.registry.ts';
import { niveisCompetencia } from './niveis-competencia/niveis-competencia.registry.ts';
import { niveisCompetenciaHistorico } from './niveis-competencia/niveis-competencia-historico.registry.ts';
import { reajustesColaboradores, reajustesFaixasSalariais, reajustesIndices } from './reajustes/linhas.registry.ts';
import { tabelasReajustes } from './reajustes/tabelas.registry.ts';
import { areasOrganizacionaisDocumento } from './relatorios/areas-organizacionais.report.ts';
import { cargosDetalhado, cargosResumido } from './relatorios/cargos.report.ts';
import { matrizTalentosCompetencias, talentosCompetencias } from './relatorios/competencias.report.ts';
import { alteracoesCargosAreas, promocoes, situacoesDosTalentos, ultimasPromocoes } from './relatorios/movimentos.report.ts';
import { cartasDeReajuste, planejamentosRealinhamentos } from './relatorios/realinhamentos.report.ts';
import { analiseTabelasSalariais, historicosFaixasSalariais, projecoesSalariaisTalentos } from './relatorios/salarios.report.ts';
import { talentosAreasOrganizacionais, talentosCargos, talentosGruposOcupacionais } from './relatorios/talentos.report.ts';

export const cargoSalario = defineModule({
  id: 'cargo-salario',
  title: 'Cargos e Salários',
  order: 20,
  icon: 'positions',
  key: 's',
  menu: [
    {
      title: 'Estrutura',
      items: [
        ['areas-organizacionais', 'areas-organizacionais/lista'],
        'organograma',
        'grupos-ocupacionais',
        ['cargos', 'cargos/cbo'],
        'faixas-salariais',
        'indices',
      ],
    },
    {
      title: 'Realinhamento',
      items: [
        [
          'tabelas-reajustes-colaboradores',
          'movimentacao-reajuste-coletivo/colaborador',
          'movimentacao-reajuste-coletivo/faixas-salariais',
          'movimentacao-reajuste-coletivo/indices',
          'reajustes-colaboradores',
          'reajustes-faixas-salariais',
          'reajustes-indices',
        ],
        'cenarios-realinhamento',
      ],
    },
    {
      title: 'Competências',
      items: [
        'configuracoes-niveis-competencia',
        'conhecimentos',
        'habilidades',
        'atitudes',
        'competencias',
        'criterios-avaliacao-competencia',
        'niveis-competencia',
        'niveis-competencia-historico',
      ],
    },
    { title: 'Pessoas', items: ['colaboradores', 'colaboradores/historicos'] },
  ],
  about: {
    'areas-organizacionais': 'Diretorias, departamentos e equipes, e quem responde por eles.',
    'grupos-ocupacionais': 'Famílias de cargos parecidos.',
    cargos: 'O que cada um faz, o que se exige e onde existe.',
    'faixas-salariais': 'Os degraus de cada cargo, com o seu valor e a sua história.',
    indices: 'Valores que mudam por data e de que salários dependem.',
    'tabelas-reajustes-colaboradores': 'Reajustes planejados, conferidos e aplicados, com todos os seus passos.',
    'reajustes-colaboradores': 'O salário proposto a cada pessoa.',
    'reajustes-faixas-salariais': 'O valor proposto a cada faixa.',
    'reajustes-indices': 'O valor proposto a cada índice.',
    'configuracoes-niveis-competencia': 'O nível de cada competência que a faixa pede.',
    conhecimentos: 'O que é preciso saber.',
    habilidades: 'O que é preciso saber fazer.',
    atitudes: 'Como é preciso agir.',
    competencias: 'Todas as competências, de que tipo forem.',
    'criterios-avaliacao-competencia': 'Por que sinais se avalia uma competência.',
    'niveis-competencia': 'Os degraus de uma competência.',
    'niveis-competencia-historico': 'Que níveis valiam em cada época.',
    colaboradores: 'O cargo e o salário de cada pessoa, hoje.',
    'colaboradores/historicos': 'Cada mudança de cargo, área e salário.',
    'faturamentos-mensais': 'O faturamento de cada mês, para comparar com a folha.',
  },
  registries: [
    areasOrganizacionais,
    gruposOcupacionais,
    cargos,
    faixasSalariais,
    indices,
    conhecimentos,
    habilidades,
    atitudes,
    colaboradores,
    historicosColaboradores,
    faturamentosMensais,
    tabelasReajustes,
    reajustesColaboradores,
    reajustesFaixasSalariais,
    reajustesIndices,
    competencias,
    criteriosAvaliacaoCompetencia,
    niveisCompetencia,
    niveisCompetenciaHistorico,
    configNiveisFaixas,
  ],
  reports: [
    areasOrganizacionaisDocumento,
    cargosDetalhado,
    cargosResumido,
    talentosCargos,
    talentosAreasOrganizacionais,
    talentosGruposOcupacionais,
    historicosFaixasSalariais,
    analiseTabelasSalariais,
    promocoes,
    ultimasPromocoes,
    situacoesDosTalentos,
    projecoesSalariaisTalentos,
    planejamentosRealinhamentos,
    cartasDeReajuste,
    alteracoesCargosAreas,
    talentosCompetencias,
    matrizTalentosCompetencias,
  ],
  profiles: {
    rh: [
      'everything',
      'ROLE_CAD_HISTORICO_COLABORADOR_EDITAR',
      'ROLE_CAD_HISTORICO_COLABORADOR_EXCLUIR',
      'ROLE_APLICAR_REAJUSTE',
      'ROLE_CANCELAR_REAJUSTE',
    ],
    auditor: ['reading'],
    gestor: [
      'ROLE_CAD_AREA_ORGANIZACIONAL',
      'ROLE_CAD_CARGO',
      'ROLE_REL_TALENTOS_CARGOS',
      'ROLE_REL_TALENTOS_AREAS_ORGANIZACIONAIS',
      'ROLE_REL_TALENTOS_COMPETENCIAS',
      'ROLE_REL_MATRIZ_TALENTOS_COMPETENCIAS',
    ],
    recrutador: ['ROLE_CAD_AREA_ORGANIZACIONAL', 'ROLE_CAD_CARGO', 'ROLE_CAD_COMPETENCIA', 'ROLE_REL_CARGOS'],
    'sst-tecnico': ['ROLE_CAD_AREA_ORGANIZACIONAL', 'ROLE_CAD_CARGO'],
  },
  authorities: {
    ROLE_CAD_HISTORICO_COLABORADOR_EDITAR: 'Inserir e editar Históricos do Colaborador',
    ROLE_CAD_HISTORICO_COLABORADOR_EXCLUIR: 'Excluir Históricos do Colaborador',
    ROLE_APLICAR_REAJUSTE: 'Aplicar planejamentos de realinhamento',
    ROLE_CANCELAR_REAJUSTE: 'Cancelar reajustes aplicados',
    ROLE_REAJUSTE_ACIMA_TETO: 'Autorizar reajuste acima do teto do planejamento',
  },
  screens: [
    {
      path: 'cargos/cbo',
      title: 'Cargos da CBO',
      description: 'Muitos cargos de uma vez, das ocupações oficiais.',
      authority: 'ROLE_CAD_CARGO_EDITAR',
    },
    {
      path: 'areas-organizacionais/lista',
      title: 'Áreas por Lista',
      description: 'Todas as áreas de uma vez, de uma lista recuada.',
      authority: 'ROLE_CAD_AREA_ORGANIZACIONAL_EDITAR',
    },
    {
      path: 'organograma',
      title: 'Organograma',
      description: 'As áreas como árvore.',
      authority: 'ROLE_CAD_AREA_ORGANIZACIONAL',
    },
    {
      path: 'configuracoes-niveis-competencia/faixa-salarial',
      title: 'Níveis de Competência da Faixa Salarial',
      authority: 'ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA',
      menu: false,
    },
    {
      path: 'movimentacao-reajuste-coletivo/colaborador',
      title: 'Reajuste Coletivo — Colaborador',
      description: 'Um percentual ou valor para muitas pessoas de uma vez.',
      authority: 'ROLE_CAD_REAJUSTE_COLABORADOR_EDITAR',
    },
    {
      path: 'movimentacao-reajuste-coletivo/faixas-salariais',
      title: 'Reajuste Coletivo — Faixas Salariais',
      description: 'Um percentual para muitas faixas de uma vez.',
      authority: 'ROLE_CAD_REAJUSTE_FAIXA_SALARIAL_EDITAR',
    },
    {
      path: 'movimentacao-reajuste-coletivo/indices',
      title: 'Reajuste Coletivo — Índices',
      description: 'Um percentual para muitos índices de uma vez.',
      authority: 'ROLE_CAD_REAJUSTE_INDICE_EDITAR',
    },
    {
      path: 'colaboradores/historicos/new',
      title: 'Inserir Histórico do Colaborador',
      authority: 'ROLE_CAD_HISTORICO_COLABORADOR_EDITAR',
      menu: false,
    },
    {
      path: 'cenarios-realinhamento',
      title: 'Cenários de Realinhamento',
      description: 'Vários planejamentos lado a lado: o que custa cada um.',
      authority: 'ROLE_CAD_TABELA_REAJUSTE',
    },
  ],
  firstSteps: [
    {
      registry: 'areas-organizacionais',
      title: 'Desenhe as áreas da empresa',
      description: 'Diretorias, departamentos e equipes, escritas como uma lista recuada.',
      place: 20,
      path: 'areas-organizacionais/lista',
    },
    {
      registry: 'cargos',
      title: 'Cadastre os cargos',
      description: 'Marque-os na tabela oficial de ocupações, ou insira um a um em Cargos.',
      place: 30,
      path: 'cargos/cbo',
    },
    {
      registry: 'faixas-salariais',
      title: 'Dê faixas salariais aos cargos',
      description:
        'É delas que vêm o cargo e o salário de cada talento. Todas de uma vez: planilha com Cargo, Faixa, CBO e Valor.',
      place: 40,
    },
  ],
});
