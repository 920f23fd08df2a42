import { connection } from './connection.web.ts';
import { toast } from './toast.web.ts';

/** One fault of the input, as the server reports it; `field` is a path such as `doses.0.dias`. */
interface FieldFault {
  field: string;
  message: string;
}

/** Every failed request. `status` is 0 when no answer came; `body` is the parsed JSON of the answer, if any. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldFault[] | undefined;
  readonly body: unknown;

  constructor(status: number, code: string, message: string, errors?: FieldFault[], body?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.body = body;
  }
}

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Readonly<Record<string, QueryValue>>;

interface CallOptions {
  /** no 'Carregando...' overlay: background work, type-ahead, list refresh */
  quiet?: boolean;
  /** no toast and no dialog: true for every failure, or the codes that the caller shows itself */
  silent?: boolean | readonly string[];
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  /** goes on when the page is left or loaded again; bodies of up to 64 KB */
  keepalive?: boolean;
}

interface Download {
  blob: Blob;
  name: string;
  status: number;
}

interface ClientContext {
  /** the company that this tab works in; null before login */
  empresaId: number | null;
  /** asks for the login in place; true when the request may be sent again */
  onExpired: () => Promise<boolean>;
  /** what is possible but seldom meant: true when the request may be sent again as confirmed */
  onUnconfirmed: (sentences: readonly string[]) => Promise<boolean>;
  /** another tab changed the company: asks whether to reload */
  onCompanyChanged: (empresaId: number | null) => void;
}

const context: ClientContext = {
  empresaId: null,
  onExpired: () => Promise.resolve(false),
  onUnconfirmed: () => Promise.resolve(false),
  onCompanyChanged: () => {},
};

/** What every request carries and what the platform does on expiry and on a changed company. */
export function setClientContext(change: Partial<ClientContext>): void {
  Object.assign(context, change);
}

const OVERLAY_TAIL = 500;
let active = 0;
const watchers = new Set<() => void>();
const count = (step: number) => {
  active += step;
  for (const watch of watchers) watch();
};

/** Requests under way that want the 'Carregando...' overlay; a finished one counts for 500 ms more. For `useSyncExternalStore`. */
export const activity = {
  subscribe(watch: () => void) {
    watchers.add(watch);
    return () => void watchers.delete(watch);
  },
  count: () => active,
};

/** `{ids: [1, 2], nome: ''}` → `?ids=1,2`; empty values are left out. */
export function queryString(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    // `sort` repeats, as the wire asks; other arrays are comma-separated
    if (name === 'sort' && Array.isArray(value)) for (const item of value) search.append(name, String(item));
    else search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = search.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

const unreachable = () => new ApiError(0, 'api-unreachable', 'Não foi possível conectar ao servidor.');

const sayings: Readonly<Record<number, string>> = {
  401: 'Sessão expirada.',
  403: 'Não autorizado.',
  404: 'O recurso solicitado não foi encontrado.',
};

/** The first part of a request's id is enough to find its line in the log. */
const shortId = (id: string) => id.slice(0, 8);

async function faultOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  // A gateway whose server is down answers with HTML: treat it as no answer.
  if (body === undefined && [502, 503, 504].includes(response.status)) return unreachable();
  const { message, code, errors, requestId } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ApiError> & {
    requestId?: unknown;
  };
  const sentence = typeof message === 'string' && message !== '' ? message : (sayings[response.status] ?? 'Erro');
  // The number under which the server has logged what went wrong.
  const saying =
    typeof requestId === 'string' ? `${sentence}: informe o número ${shortId(requestId)} ao responsável pelo sistema.` : sentence;
  const name = typeof code === 'string' ? code : response.status === 401 ? 'SESSAO_EXPIRADA' : String(response.status);
  return new ApiError(response.status, name, saying, Array.isArray(errors) ? errors : undefined, body);
}

/** The one place that shows a failure to the user: 400 and 404 are warnings, all else are errors. */
export function tell(error: ApiError): void {
  if (error.status === 400 || error.status === 404) toast.warn(error.message, 'Aviso');
  else toast.error(error.message, 'Erro');
}

const isSilent = (options: CallOptions, code: string) =>
  options.silent === true || (Array.isArray(options.silent) && options.silent.includes(code));

/** The code of a request that its sender must confirm. */
export const UNCONFIRMED = 'CONFIRMACAO_NECESSARIA';

const isPlain = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !(body instanceof FormData) && !(body instanceof Blob);

const sentencesOf = ({ body, message }: ApiError): string[] => {
  const { confirmar } = (body ?? {}) as { confirmar?: unknown };
  return Array.isArray(confirmar) ? confirmar.map(String) : [message];
};

async function send(method: string, path: string, body: unknown, options: CallOptions, mayRetry = true): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Pagina': location.pathname, ...options.headers };
  if (context.empresaId !== null) headers['X-Empresa-Id'] = String(context.empresaId);
  const isRaw = body instanceof FormData || body instanceof Blob;
  if (body !== undefined && !isRaw) headers['Content-Type'] = 'application/json';

  if (!options.quiet) count(1);
  let response: Response;
  try {
    response = await fetch(path.startsWith('/') ? path : `/api/${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    const error = unreachable();
    // While the screen itself says so, further readings that fail show nothing.
    const isKnown = method === 'GET' && connection.isLost();
    connection.lost();
    if (!isKnown && !isSilent(options, error.code)) tell(error);
    throw error;
  } finally {
    if (!options.quiet) setTimeout(count, OVERLAY_TAIL, -1);
  }
  if (response.ok) {
    connection.found();
    return response;
  }

  const error = await faultOf(response);
  if (error.code === 'api-unreachable') connection.lost();
  if (error.code === UNCONFIRMED) {
    if (isPlain(body) && body.confirma !== true && (await context.onUnconfirmed(sentencesOf(error))))
      return send(method, path, { ...body, confirma: true }, options);
    throw error;
  }
  if (isSilent(options, error.code)) throw error;
  if (error.status === 401 && error.code === 'SESSAO_EXPIRADA') {
    // The refused request did nothing, so it may be sent again after the login in place; the screen and its drafts stay.
    if (mayRetry && (await context.onExpired())) return send(method, path, body, options, false);
  } else if (error.status === 409 && error.code === 'EMPRESA_ALTERADA') {
    context.onCompanyChanged(null);
  } else tell(error);
  throw error;
}

/** An update of what has no id yet is a fault of the program, not of the user, and never reaches the server (MSG-227). */
const withId = (path: string): string => {
  if (/\/(?:undefined|null|NaN)(?:\/|$)/.test(path)) throw new Error('No id in Entity');
  return path;
};

async function json<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<T> {
  const response = await send(method, path, body, options);
  const text = response.status === 204 ? '' : await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** File name of a `Content-Disposition` (RFC 6266: `filename*` first), or the given one. */
function fileNameOf(disposition: string | null, otherwise: string): string {
  const extended = /filename\*\s*=\s*(?:UTF-8|utf-8)''([^;]+)/.exec(disposition ?? '')?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // The encoding is broken: fall through to the plain name.
    }
  }
  return /filename\s*=\s*"?([^";]+)"?/.exec(disposition ?? '')?.[1]?.trim() ?? otherwise;
}

/** Hands a file to the browser's download. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

interface BlobOptions extends CallOptions {
  method?: 'GET' | 'POST';
  body?: unknown;
  query?: Query;
  /** the name of the file when the answer gives none */
  name?: string;
  /** false: only hand it back (viewer, print) */
  save?: boolean;
}

/** The way to the server. Every request carries cookies and company; failures are shown in one place and thrown as `ApiError`. */
export const api = {
  get: <T>(path: string, query?: Query, options: CallOptions = {}) =>
    json<T>('GET', `${path}${queryString(query)}`, undefined, options),
  post: <T>(path: string, body?: unknown, options: CallOptions = {}) => json<T>('POST', path, body, options),
  put: async <T>(path: string, body?: unknown, options: CallOptions = {}) => json<T>('PUT', withId(path), body, options),
  patch: async <T>(path: string, body?: unknown, options: CallOptions = {}) => json<T>('PATCH', withId(path), body, options),
  delete: <T = void>(path: string, query?: Query, options: CallOptions = {}) =>
    json<T>('DELETE', `${path}${queryString(query)}`, undefined, options),
  /** A file; saved by the browser unless `save: false`. Null when the answer is empty (204). */
  async blob(path: string, options: BlobOptions = {}): Promise<Download | null> {
    const { method = 'GET', body, query, name = 'arquivo', save = true, ...rest } = options;
    const response = await send(method, `${path}${queryString(query)}`, body, { headers: { Accept: '*/*' }, ...rest });
    if (response.status === 204) return null;
    const blob = await response.blob();
    const download = { blob, name: fileNameOf(response.headers.get('Content-Disposition'), name), status: response.status };
    // 202: a background task was made; the answer is its number, not the file
    if (save && response.status !== 202) saveFile(blob, download.name);
    return download;
  },
};
