import { IconMoon, IconSun } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import classes from './scheme-toggle.module.css';

/** Where Mantine keeps the scheme, and public/color-scheme.js reads it before the first paint. */
const KEY = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';

const isDarkNow = () => document.documentElement.getAttribute(ATTRIBUTE) === 'dark';
function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] });
  return () => observer.disconnect();
}

function choose(scheme: 'light' | 'dark'): void {
  document.documentElement.setAttribute(ATTRIBUTE, scheme);
  try {
    localStorage.setItem(KEY, scheme);
    // A page with Mantine hears of it as of a change in another tab.
    window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: scheme, storageArea: localStorage }));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Light or dark; stored in the browser. Works on pages with and without Mantine. */
export function SchemeToggle() {
  // The server, which draws pages without knowing the browser's choice, takes light.
  const isDark = useSyncExternalStore(watch, isDarkNow, () => false);
  const label = isDark ? 'Usar tema claro' : 'Usar tema escuro';
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-label={label}
      title={label}
      onClick={() => choose(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={20} stroke={1.7} /> : <IconMoon size={20} stroke={1.7} />}
    </button>
  );
}
