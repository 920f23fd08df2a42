import { api } from '#kit/client/client.web.ts';
import type { EnvioNoFio, RascunhoNoFio } from './answer-wire.ts';
import type { Questionario } from './asked.ts';

/** Where a questionnaire comes from and its answers go. Failures are said on the page, by the questions. */
export interface AnswerSource {
  open(): Promise<Questionario>;
  /** absent where nothing may be kept before it is sent */
  save?(rascunho: RascunhoNoFio): Promise<{ revisao: number }>;
  send(envio: EnvioNoFio): Promise<unknown>;
  /** nothing may stay on this device either: other people use it */
  isShared?: true;
}

const silent = { silent: true, quiet: true } as const;

/** Of somebody with a session. */
export const bySession = (path: string, id: number | string): AnswerSource => ({
  open: () => api.get(`${path}/${id}`, {}, silent),
  save: (rascunho) => api.put(`${path}/${id}/rascunho`, rascunho, silent),
  send: (envio) => api.post(`${path}/${id}/enviar`, envio, silent),
});

/** Of whoever has a personal link. */
export const byTicket = (bilhete: string): AnswerSource => ({
  open: () => api.post('/api/publico/responder/abrir', { bilhete }, silent),
  save: (rascunho) => api.put('/api/publico/responder/rascunho', { bilhete, ...rascunho }, silent),
  send: (envio) => api.post('/api/publico/responder/enviar', { bilhete, ...envio }, silent),
});

export interface Credentials {
  empresaId: number;
  cpf: string;
  nascimento: string;
}

/** Of somebody at a device that several people use. */
export const atKiosk = (who: Credentials, id: number): AnswerSource => ({
  open: () => api.post('/api/publico/quiosque/abrir', { ...who, id }, silent),
  send: ({ envio, respostas }) => api.post('/api/publico/quiosque/enviar', { ...who, id, envio, respostas }, silent),
  isShared: true,
});
