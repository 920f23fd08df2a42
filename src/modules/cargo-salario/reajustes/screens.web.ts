import type { ModuleWeb } from '#kit/module/module.web.tsx';
import { NomeDaLinha, Percentual } from './avisos-da-linha.web.tsx';
import { CenariosDeRealinhamento } from './cenarios.web.tsx';
import { ReajusteColetivoColaborador, ReajusteColetivoFaixas, ReajusteColetivoIndices } from './coletivo.web.tsx';
import { ColaboradorInput, LinhaPage } from './linha.web.tsx';
import { acoesDoPlanejamento, iconesDoPlanejamento, PlanejamentoPage } from './planejamento.web.tsx';
import { Situacao } from './situacao.web.tsx';

/** The screens of realignments. */
export const viewsDeReajuste: ModuleWeb['views'] = {
  'tabelas-reajustes-colaboradores': {
    form: PlanejamentoPage,
    rowActions: acoesDoPlanejamento,
    cells: { situacao: Situacao },
    icons: iconesDoPlanejamento,
  },
  'reajustes-colaboradores': {
    form: LinhaPage,
    inputs: { colaborador: ColaboradorInput },
    cells: { nome: NomeDaLinha, percentualDiferenca: Percentual },
  },
  'reajustes-faixas-salariais': { form: LinhaPage, cells: { percentualDiferenca: Percentual } },
  'reajustes-indices': { form: LinhaPage, cells: { percentualDiferenca: Percentual } },
};

export const screensDeReajuste: ModuleWeb['screens'] = {
  'cenarios-realinhamento': CenariosDeRealinhamento,
  'movimentacao-reajuste-coletivo/colaborador': ReajusteColetivoColaborador,
  'movimentacao-reajuste-coletivo/faixas-salariais': ReajusteColetivoFaixas,
  'movimentacao-reajuste-coletivo/indices': ReajusteColetivoIndices,
};
