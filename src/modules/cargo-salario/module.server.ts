import { defineModuleServer } from '#kit/module/module.server.ts';
import { areasAbertasPeloCpf } from '#modules/estrutura/public.server.ts';
import { areasOrganizacionaisRoutes } from './areas-organizacionais/areas-organizacionais.routes.server.ts';
import { areasOrganizacionaisHooks } from './areas-organizacionais/areas-organizacionais.server.ts';
import { importacaoDeCargos } from './cargos/cargos.import.ts';
import { cargosHooks, cargosRoutes } from './cargos/cargos.server.ts';
import { cargosDaCboRoutes } from './cargos/cargos-da-cbo.server.ts';
import { colaboradoresHooks, colaboradoresRoutes, historicosColaboradoresHooks } from './colaboradores/colaboradores.server.ts';
import {
  atitudesHooks,
  competenciasRoutes,
  conhecimentosHooks,
  criteriosAvaliacaoCompetenciaHooks,
  habilidadesHooks,
} from './competencias/competencias.server.ts';
import { importacaoDeFaixas } from './faixas-salariais/faixas-salariais.import.ts';
import { faixasSalariaisHooks, faixasSalariaisRoutes } from './faixas-salariais/faixas-salariais.server.ts';
import { historicosRoutes } from './faixas-salariais/historicos.routes.server.ts';
import { indicesHooks, indicesRoutes } from './indices/indices.server.ts';
import { cargoSalario } from './module.ts';
import { configNiveisFaixasHooks, configNiveisFaixasRoutes } from './niveis-competencia/config-niveis-faixas.server.ts';
import { niveisCompetenciaHistoricoHooks, niveisCompetenciaHooks } from './niveis-competencia/niveis-competencia.server.ts';
import { aplicarRoutes } from './reajustes/aplicar.routes.server.ts';
import { coletivoJobs, coletivoRoutes } from './reajustes/coletivo.routes.server.ts';
import { reajustesColaboradoresHooks, reajustesFaixasSalariaisHooks, reajustesIndicesHooks } from './reajustes/linhas.server.ts';
import { reajustesRoutes } from './reajustes/routes.server.ts';
import { planejamentosHooks } from './reajustes/vida.server.ts';
import { areasOrganizacionaisDados } from './relatorios/areas-organizacionais.report.server.ts';
import { cargosDetalhadoQuery, cargosResumidoQuery } from './relatorios/cargos.report.server.ts';
import { matrizTalentosCompetenciasQuery, talentosCompetenciasQuery } from './relatorios/competencias.report.server.ts';
import {
  alteracoesCargosAreasQuery,
  promocoesQuery,
  situacoesDosTalentosQuery,
  ultimasPromocoesQuery,
} from './relatorios/movimentos.report.server.ts';
import { cartasDeReajusteDados, planejamentosRealinhamentosQuery } from './relatorios/realinhamentos.report.server.ts';
import {
  analiseTabelasSalariaisQuery,
  historicosFaixasSalariaisQuery,
  projecoesSalariaisTalentosQuery,
} from './relatorios/salarios.report.server.ts';
import {
  talentosAreasOrganizacionaisQuery,
  talentosCargosQuery,
  talentosGruposOcupacionaisQuery,
} from './relatorios/talentos.report.server.ts';

export const cargoSalarioServer = defineModuleServer({
  declaration: cargoSalario,
  imports: { cargos: importacaoDeCargos, 'faixas-salariais': importacaoDeFaixas },
  hooks: {
    'areas-organizacionais': areasOrganizacionaisHooks,
    cargos: cargosHooks,
    'faixas-salariais': faixasSalariaisHooks,
    indices: indicesHooks,
    colaboradores: colaboradoresHooks,
    'colaboradores/historicos': historicosColaboradoresHooks,
    'tabelas-reajustes-colaboradores': planejamentosHooks,
    'reajustes-colaboradores': reajustesColaboradoresHooks,
    'reajustes-faixas-salariais': reajustesFaixasSalariaisHooks,
    'reajustes-indices': reajustesIndicesHooks,
    conhecimentos: conhecimentosHooks,
    habilidades: habilidadesHooks,
    atitudes: atitudesHooks,
    'criterios-avaliacao-competencia': criteriosAvaliacaoCompetenciaHooks,
    'niveis-competencia': niveisCompetenciaHooks,
    'niveis-competencia-historico': niveisCompetenciaHistoricoHooks,
    'configuracoes-niveis-competencia': configNiveisFaixasHooks,
  },
  queries: {
    'planejamentos-realinhamentos': planejamentosRealinhamentosQuery,
    'cartas-reajuste': cartasDeReajusteDados,
    'areas-organizacionais': areasOrganizacionaisDados,
    cargos: cargosDetalhadoQuery,
    'cargos-resumidos': cargosResumidoQuery,
    'talentos-areas-organizacionais': talentosAreasOrganizacionaisQuery,
    'talentos-cargos': talentosCargosQuery,
    'talentos-grupos-ocupacionais': talentosGruposOcupacionaisQuery,
    'historicos-faixas-salariais': historicosFaixasSalariaisQuery,
    'analise-tabelas-salariais': analiseTabelasSalariaisQuery,
    promocoes: promocoesQuery,
    'ultimas-promocoes': ultimasPromocoesQuery,
    situacoes: situacoesDosTalentosQuery,
    'projecoes-salariais-talentos': projecoesSalariaisTalentosQuery,
    'alteracoes-cargos-e-ou-areas': alteracoesCargosAreasQuery,
    'talentos-competencias': talentosCompetenciasQuery,
    'matriz-talentos-competencias': matrizTalentosCompetenciasQuery,
  },
  openedByCpf: areasAbertasPeloCpf,
  jobs: () => coletivoJobs,
  routes(app, services) {
    areasOrganizacionaisRoutes(app, services);
    cargosRoutes(app, services);
    cargosDaCboRoutes(app, services);
    faixasSalariaisRoutes(app, services);
    historicosRoutes(app, services);
    indicesRoutes(app, services);
    colaboradoresRoutes(app, services);
    reajustesRoutes(app, services);
    coletivoRoutes(app, services);
    competenciasRoutes(app, services);
    configNiveisFaixasRoutes(app, services);
    aplicarRoutes(app, services);
  },
});
