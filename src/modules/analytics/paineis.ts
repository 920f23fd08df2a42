import { painelCargosSalarios } from './cargos-salarios/cargos-salarios.dashboard.ts';
import { painelDesempenho } from './desempenho/desempenho.dashboard.ts';
import { painelTalento } from './talento/talento.dashboard.ts';
import { painelIgualdade } from './vagas/igualdade.dashboard.ts';
import { painelVagas } from './vagas/vagas.dashboard.ts';

export const paineis = [painelVagas, painelIgualdade, painelCargosSalarios, painelDesempenho, painelTalento] as const;
