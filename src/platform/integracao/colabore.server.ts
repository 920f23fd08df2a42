import type { Acting } from '#kit/acting/acting.server.ts';
import { foreignJson } from '#kit/http/foreign-json.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

const WAIT_MS = 10_000;
/** Bytes of one answer: many times what all people of a company say. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The mobile attendance product: its address and token; absent until they are configured. */
export interface ColaboreConfig {
  url?: string | undefined;
  token?: string | undefined;
}

interface Colabore {
  /**
   * Sends one message of the session's company; refuses with the reason when the integration is off, not configured or not
   * answering.
   */
  envia(acting: Acting, assunto: string, dados: object): Promise<void>;
  /** Asks for what it has of the session's company; refuses as `envia` does. */
  busca(acting: Acting, assunto: string): Promise<unknown>;
}

declare module '#kit/module/module.server.ts' {
  interface Services {
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

const NAO_RESPONDEU = 'O ponto mobile não respondeu. Tente novamente mais tarde.';
const indisponivel = (message: string) => new Refusal('COLABORE_INDISPONIVEL', message, 503);

/**
 * The connection to the mobile product. The documents give the call and not the wire format: one POST of JSON with the token,
 * below the configured address, which an adapter on the other side can read; what it has is asked for by GET.
 */
export function createColabore({ url, token }: ColaboreConfig): Colabore {
  async function pede({ settings }: Acting, assunto: string, dados?: object): Promise<Response> {
    const parada = PARADA[typeof settings.statusColabore === 'string' ? settings.statusColabore : 'Inativo'];
    if (parada) throw new Refusal('COLABORE_PARADO', parada);
    if (url === undefined || token === undefined) throw new Refusal('COLABORE_PARADO', NAO_CONFIGURADA);
    const answer = await fetch(`${url.replace(/(?<!\/)\/+$/, '')}/${assunto}`, {
      method: dados ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(dados ? { body: JSON.stringify(dados) } : {}),
      signal: AbortSignal.timeout(WAIT_MS),
      redirect: 'error',
    }).catch(() => undefined);
    if (answer?.ok) return answer;
    throw indisponivel(answer ? `O ponto mobile recusou o pedido (código ${answer.status}).` : NAO_RESPONDEU);
  }

  return {
    async envia(acting, assunto, dados) {
      await pede(acting, assunto, { empresaId: acting.empresaId, ...dados });
    },
    async busca(acting, assunto) {
      const answer = await pede(acting, `${assunto}?empresaId=${acting.empresaId}`);
      return foreignJson(answer, MOST_BYTES).catch((error: unknown) => {
        // What is no JSON, or too long, is for the caller to judge; all else did not come to its end in time.
        if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
        throw indisponivel(NAO_RESPONDEU);
      });
    },
  };
}
