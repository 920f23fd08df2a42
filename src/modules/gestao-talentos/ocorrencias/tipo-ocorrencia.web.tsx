import type { RegistryView } from '#kit/registry/view.web.tsx';

/** A switch that no figure uses is not on the form. */
const NaoPerguntado = () => null;

export const tipoOcorrenciaView: RegistryView = {
  inputs: { turnover: NaoPerguntado, considerarQtdColaboradoresPorCargo: NaoPerguntado },
};
