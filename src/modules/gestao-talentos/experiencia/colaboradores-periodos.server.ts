import type { Hooks } from '#kit/registry/store.server.ts';
import { doColaborador } from '../talentos/do-colaborador.server.ts';
import { deTalentosVisiveis } from '../talentos/visiveis.server.ts';

export const colaboradoresPeriodosHooks: Hooks = { ...doColaborador, where: deTalentosVisiveis };
