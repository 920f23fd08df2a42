import type { RegistryView } from '#kit/registry/view.web.tsx';

/** A switch that nothing is reckoned by is asked of nobody. */
const NaoPerguntado = () => null;

export const tipoOcorrenciaView: RegistryView = {
  inputs: { turnover: NaoPerguntado, considerarQtdColaboradoresPorCargo: NaoPerguntado },
};
