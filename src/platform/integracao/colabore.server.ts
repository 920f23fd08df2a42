import type { Acting } from '#kit/acting/acting.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

const WAIT_MS = 10_000;

/** The mobile attendance product: its address and token; absent until they are configured. */
interface ColaboreConfig {
  url?: string | undefined;
  token?: string | undefined;
}

interface Colabore {
  /**
   * Sends one message of the session's company; refuses with the reason when the integration is off, not configured or not
   * answering.
   */
  envia(acting: Acting, assunto: string, dados: object): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    colabore: Colabore;
  }
}

/** Why nothing is sent, by `statusColabore` of the system parameters (document 3 §4). */
const PARADA: Readonly<Record<string, string>> = {
  Inativo: 'A integração com o ponto mobile está inativa. Ative-a em Utilitário, Parâmetros do Sistema.',
  NaoAutenticado: 'A integração com o ponto mobile não está autenticada. Confira o token da integração.',
  EmpresaDesintegrada: 'Esta empresa não está integrada ao ponto mobile.',
  SemChavePrivada: 'A integração com o ponto mobile está sem a chave privada.',
};
const NAO_CONFIGURADA =
  'A integração com o ponto mobile não está configurada neste servidor. Informe o endereço (COLABORE_URL) e o token (COLABORE_TOKEN).';

/**
 * The connection to the mobile product. The documents give the call and not the wire format: one POST of JSON with the token,
 * below the configured address, which an adapter on the other side can read.
 */
export function createColabore({ url, token }: ColaboreConfig): Colabore {
  return {
    async envia({ settings, empresaId }, assunto, dados) {
      const parada = PARADA[typeof settings.statusColabore === 'string' ? settings.statusColabore : 'Inativo'];
      if (parada) throw new Refusal('COLABORE_PARADO', parada);
      if (url === undefined || token === undefined) throw new Refusal('COLABORE_PARADO', NAO_CONFIGURADA);
      const answer = await fetch(`${url.replace(/\/+$/, '')}/${assunto}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ empresaId, ...dados }),
        signal: AbortSignal.timeout(WAIT_MS),
        redirect: 'error',
      }).catch(() => undefined);
      if (answer?.ok) return;
      throw new Refusal(
        'COLABORE_INDISPONIVEL',
        answer === undefined
          ? 'O ponto mobile não respondeu. Tente novamente mais tarde.'
          : `O ponto mobile recusou o envio (código ${answer.status}).`,
        503,
      );
    },
  };
}
