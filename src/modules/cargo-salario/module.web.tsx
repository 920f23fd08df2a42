import { IconStairs } from '@tabler/icons-react';
import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { aoEsvaziar, formularioDe, MatrizDaFaixa } from '#modules/estrutura/public.web.tsx';
import { SituacaoCell } from '#modules/gestao-talentos/public.web.tsx';
import { AcoesDasAreas } from './areas-organizacionais/acoes-areas.web.tsx';
import { AreaMaeInput, AtivoInput, aoInativar } from './areas-organizacionais/areas-organizacionais.web.tsx';
import { Organograma } from './areas-organizacionais/organograma.web.tsx';
import { TalentosDaArea } from './areas-organizacionais/talentos-da-area.web.tsx';
import { NiveisDoCargo } from './cargos/niveis-do-cargo.web.tsx';
import { acoesDoColaborador, acoesDoHistorico, ColaboradorPage } from './colaboradores/colaboradores.web.tsx';
import { HistoricoPage, InserirHistorico, NovoHistorico } from './colaboradores/historico.web.tsx';
import { competenciasView } from './competencias/competencias.web.tsx';
import { AcoesDasFaixas } from './faixas-salariais/acoes-faixas.web.tsx';
import { cargoSalario } from './module.ts';
import { NiveisDaFaixaSalarial } from './niveis-competencia/faixa-salarial.screen.web.tsx';
import { NiveisInput } from './niveis-competencia/niveis-input.web.tsx';
import { screensDeReajuste, viewsDeReajuste } from './reajustes/screens.web.ts';

export const module = defineModuleWeb({
  declaration: cargoSalario,
  views: {
    'areas-organizacionais': {
      inputs: { areaMae: AreaMaeInput, ativo: AtivoInput },
      asksBeforeSave: aoInativar,
      listActions: AcoesDasAreas,
      cells: { descricaoHierarquia: ({ value }) => <bdi data-path="">{typeof value === 'string' ? value : ''}</bdi> },
      panels: [{ title: 'Talentos', content: TalentosDaArea }],
    },
    cargos: { panels: [{ title: 'Níveis de competência', content: NiveisDoCargo }] },
    'faixas-salariais': {
      listActions: AcoesDasFaixas,
      rowActions: ({ id }) => [
        {
          label: 'Níveis de competência',
          icon: <IconStairs size={18} stroke={1.8} />,
          to: `/cargo-salario/configuracoes-niveis-competencia/faixa-salarial?faixaSalarialId=${id}`,
          authority: 'ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA',
        },
      ],
    },
    competencias: competenciasView,
    'niveis-competencia-historico': { inputs: { configHistoricosNiveis: NiveisInput }, readByInput: ['configHistoricosNiveis'] },
    'configuracoes-niveis-competencia': {
      form: formularioDe('faixaSalarial', 'faixaSalarialId', 'cargo-salario/faixas-salariais'),
      inputs: { configsNiveisCompetencias: MatrizDaFaixa },
      readByInput: ['configsNiveisCompetencias'],
      asksBeforeSave: aoEsvaziar,
    },
    colaboradores: { form: ColaboradorPage, rowActions: acoesDoColaborador, cells: { situacao: SituacaoCell } },
    'colaboradores/historicos': { form: HistoricoPage, rowActions: acoesDoHistorico, listActions: InserirHistorico },
    ...viewsDeReajuste,
  },
  screens: {
    ...screensDeReajuste,
    organograma: Organograma,
    'colaboradores/historicos/new': NovoHistorico,
    'configuracoes-niveis-competencia/faixa-salarial': NiveisDaFaixaSalarial,
  },
});
