import { useCallback, useState } from 'react';
import { usePersonKey } from '#kit/acting/authority.web.tsx';

function read<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

/** A choice of this user in this browser; null until made. A browser that refuses storage forgets it with the page. */
export function usePersonal<T>(name: string, isValid: (value: unknown) => value is T): [T | null, (value: T | null) => void] {
  const person = usePersonKey();
  const key = `vinculo:${person}:${name}`;
  const [held, setHeld] = useState(() => ({ key, value: read(key, isValid) }));
  const value = held.key === key ? held.value : read(key, isValid);
  const set = useCallback(
    (next: T | null) => {
      setHeld({ key, value: next });
      try {
        if (next === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Full or forbidden storage: the choice lives as long as the page.
      }
    },
    [key],
  );
  return [value, set];
}
