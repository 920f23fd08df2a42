import { IconStairs } from '@tabler/icons-react';
import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { laterScreen } from '#kit/ui/later.web.tsx';
import { SituacaoCell } from '#modules/gestao-talentos/public.web.tsx';
import { AcoesDasAreas } from './areas-organizacionais/acoes-areas.web.tsx';
import { AcoesDosCargos } from './cargos/acoes-cargos.web.tsx';
import { acoesDoColaborador, acoesDoHistorico } from './colaboradores/acoes-colaboradores.web.tsx';
import { InserirHistorico } from './colaboradores/inserir-historico.web.tsx';
import { competenciasView } from './competencias/competencias.web.tsx';
import { AcoesDasFaixas } from './faixas-salariais/acoes-faixas.web.tsx';
import { cargoSalario } from './module.ts';
import { screensDeReajuste, viewsDeReajuste } from './reajustes/screens.web.ts';

export const module = defineModuleWeb({
  declaration: cargoSalario,
  views: {
    'areas-organizacionais': {
      record: () => import('./areas-organizacionais/registro.web.ts').then((m) => m.registro),
      listActions: AcoesDasAreas,
      cells: { descricaoHierarquia: ({ value }) => <bdi data-path="">{typeof value === 'string' ? value : ''}</bdi> },
    },
    cargos: {
      listActions: AcoesDosCargos,
      record: () =>
        import('./cargos/niveis-do-cargo.web.tsx').then((m) => ({
          panels: [{ title: 'Níveis de competência', content: m.NiveisDoCargo }],
        })),
    },
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
    'niveis-competencia-historico': {
      record: () =>
        import('./niveis-competencia/niveis-input.web.tsx').then((m) => ({
          inputs: { configHistoricosNiveis: m.NiveisInput },
          readByInput: ['configHistoricosNiveis'],
        })),
    },
    'configuracoes-niveis-competencia': {
      record: () => import('./niveis-competencia/registro.web.ts').then((m) => m.registro),
    },
    colaboradores: {
      record: () => import('./colaboradores/colaboradores.web.tsx').then((m) => ({ form: m.ColaboradorPage })),
      rowActions: acoesDoColaborador,
      cells: { situacao: SituacaoCell },
    },
    'colaboradores/historicos': {
      record: () => import('./colaboradores/historico.web.tsx').then((m) => ({ form: m.HistoricoPage })),
      rowActions: acoesDoHistorico,
      listActions: InserirHistorico,
    },
    ...viewsDeReajuste,
  },
  screens: {
    ...screensDeReajuste,
    'cargos/cbo': laterScreen(() => import('./cargos/cargos-da-cbo.web.tsx').then((m) => m.CargosDaCbo)),
    'areas-organizacionais/lista': laterScreen(() => import('./areas-organizacionais/lista.web.tsx').then((m) => m.ListaDeAreas)),
    organograma: laterScreen(() => import('./areas-organizacionais/organograma.web.tsx').then((m) => m.Organograma)),
    'colaboradores/historicos/new': laterScreen(() => import('./colaboradores/historico.web.tsx').then((m) => m.NovoHistorico)),
    'configuracoes-niveis-competencia/faixa-salarial': laterScreen(() =>
      import('./niveis-competencia/faixa-salarial.screen.web.tsx').then((m) => m.NiveisDaFaixaSalarial),
    ),
  },
});
