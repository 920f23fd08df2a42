/** The name in the address, as in links to public pages: `?empresaId=2`. */
const NAME = 'empresaId';
/** Pages of people who are in no company. */
export const OUTSIDE = /^\/(login|recuperar-senha|redefinir-senha|novaInstalacao|externo|publico)(\/|$|\?)/;

let present: number | null = null;

const LAST = 'vinculo.empresa';

/** The company that this tab works in; every link and every address tell it from now on, and the next login begins with it. */
export function setPresentCompany(empresaId: number | null): void {
  if (empresaId !== null && empresaId !== present)
    try {
      localStorage.setItem(LAST, String(empresaId));
    } catch {
      // Without storage the login begins with the first company.
    }
  present = empresaId;
}

/** The company in which this browser worked last. */
export function lastCompany(): number | null {
  try {
    return Number(localStorage.getItem(LAST)) || null;
  } catch {
    return null;
  }
}

/** The same path without its company. */
export function withoutCompany(path: string): string {
  const [beforeHash = '', ...hash] = path.split('#');
  const [pathname = '', ...search] = beforeHash.split('?');
  const rest = search
    .join('?')
    .split('&')
    .filter((part) => part !== '' && part !== NAME && !part.startsWith(`${NAME}=`));
  return [`${pathname}${rest.length > 0 ? `?${rest.join('&')}` : ''}`, ...hash].join('#');
}

/** The path with a company, by default the present one. */
export function withCompany(path: string, empresaId: number | null = present): string {
  if (empresaId === null || OUTSIDE.test(path)) return path;
  const bare = withoutCompany(path);
  const [beforeHash = '', ...hash] = bare.split('#');
  return [`${beforeHash}${beforeHash.includes('?') ? '&' : '?'}${NAME}=${empresaId}`, ...hash].join('#');
}

/** The path that an address leads to here, as the browser reads it, which skips tabs and line breaks; `/` for one that leads elsewhere. */
export function ownPath(address: string | null): string {
  if (address === null || !URL.canParse(address, location.origin)) return '/';
  const own = new URL(address, location.origin);
  // As a path, `//elsewhere` would be another host.
  if (own.origin !== location.origin || own.pathname.startsWith('//')) return '/';
  return `${own.pathname}${own.search}${own.hash}`;
}

/** Writes the present company into the address bar. */
export function tellCompany(): void {
  const { pathname, search, hash } = location;
  history.replaceState(history.state, '', withCompany(`${pathname}${search}${hash}`));
}

/** The company that an address tells. */
export function companyIn(search: string): number | null {
  const told = new URLSearchParams(search).get(NAME) ?? '';
  return /^[1-9]\d{0,14}$/.test(told) ? Number(told) : null;
}
