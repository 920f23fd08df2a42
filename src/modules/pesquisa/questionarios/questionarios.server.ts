import { hooksFor } from '#kit/store/store.server.ts';
import { questionarios } from './questionarios.registry.ts';

export const questionariosHooks = hooksFor(questionarios, {});
