import type { ModuleWeb } from '#kit/module/module.web.tsx';
import { laterScreen } from '#kit/ui/later.web.tsx';
import { acoesDoPlanejamento, iconesDoPlanejamento } from './acoes-planejamento.web.tsx';
import { NomeDaLinha, Percentual } from './avisos-da-linha.web.tsx';
import { Situacao } from './situacao.web.tsx';

const linha = () => import('./linha.web.tsx').then((m) => ({ form: m.LinhaPage }));

/** The screens of realignments. */
export const viewsDeReajuste: ModuleWeb['views'] = {
  'tabelas-reajustes-colaboradores': {
    record: () => import('./planejamento.web.tsx').then((m) => ({ form: m.PlanejamentoPage })),
    rowActions: acoesDoPlanejamento,
    cells: { situacao: Situacao },
    icons: iconesDoPlanejamento,
  },
  'reajustes-colaboradores': {
    record: () =>
      import('./linha.web.tsx').then((m) => ({
        form: m.LinhaPage,
        inputs: { colaborador: m.ColaboradorInput },
        foot: m.MudancaDaProposta,
      })),
    cells: { nome: NomeDaLinha, percentualDiferenca: Percentual },
  },
  'reajustes-faixas-salariais': { record: linha, cells: { percentualDiferenca: Percentual } },
  'reajustes-indices': { record: linha, cells: { percentualDiferenca: Percentual } },
};

export const screensDeReajuste: ModuleWeb['screens'] = {
  'cenarios-realinhamento': laterScreen(() => import('./cenarios.web.tsx').then((m) => m.CenariosDeRealinhamento)),
  'movimentacao-reajuste-coletivo/colaborador': laterScreen(() =>
    import('./coletivo.web.tsx').then((m) => m.ReajusteColetivoColaborador),
  ),
  'movimentacao-reajuste-coletivo/faixas-salariais': laterScreen(() =>
    import('./coletivo.web.tsx').then((m) => m.ReajusteColetivoFaixas),
  ),
  'movimentacao-reajuste-coletivo/indices': laterScreen(() =>
    import('./coletivo.web.tsx').then((m) => m.ReajusteColetivoIndices),
  ),
};
