import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { usePersonKey } from '#kit/acting/authority.web.tsx';
import { MOST_RECENT } from './busca.ts';

/** The page of a saved record. */
const RECORD = /^\/.+\/[1-9]\d{0,14}$/;

const keyOf = (person: string) => `vinculo.recentes.${person}`;

/** Addresses of records that the person opened in this browser, the last one first. Their names stay on the server. */
export function recentRecords(person: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string').slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}

/** Remembers the record that is open. */
export function useTrackRecords(): void {
  const person = usePersonKey();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!RECORD.test(pathname)) return;
    const kept = [pathname, ...recentRecords(person).filter((path) => path !== pathname)];
    try {
      localStorage.setItem(keyOf(person), JSON.stringify(kept.slice(0, MOST_RECENT)));
    } catch {
      // Without storage nothing is remembered.
    }
  }, [person, pathname]);
}
