import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isDate } from '#kit/br/date.ts';

/** A parameter of the address bar as state: reload, back and a shared link show the same. '' is left out. */
export function useAddress(name: string): readonly [value: string, set: (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (value: string) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [search.get(name) ?? '', set];
}

/** A day in the address bar, `usual` when it is absent; half-typed days stay in the input. */
export function useAddressDay(name: string, usual: string) {
  const [asked, setAsked] = useAddress(name);
  const day = isDate(asked) ? asked : usual;
  const [typed, setTyped] = useState(day);
  const type = (text: string) => {
    setTyped(text);
    if (text === '' || isDate(text)) setAsked(text === usual ? '' : text);
  };
  return { day, typed, type };
}

const idFrom = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** The id in a parameter of the address bar (`?colaborador=7`); undefined when it holds none. */
export const useAddressId = (name: string): number | undefined => idFrom(useAddress(name)[0]);

/** The last id in the path of the address (`/talentos/7`, `/talentos/7/entrevista`); undefined for a new record. */
export const useRecordId = (): number | undefined =>
  useLocation()
    .pathname.split('/')
    .map(idFrom)
    .findLast((id) => id !== undefined);
