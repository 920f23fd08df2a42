import { painelCargosSalarios } from './cargos-salarios/cargos-salarios.dashboard.ts';
import { painelTalento } from './talento/talento.dashboard.ts';

export const paineis = [painelCargosSalarios, painelTalento] as const;
