import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { asked } from '#platform/session/company-router.web.ts';
import classes from './layout.module.css';

/** Says at once that something was clicked. It stands alone, so that nothing else is drawn for it, and does not wait for the next screen. */
export function Progress() {
  const { pathname } = useLocation();
  const path = useSyncExternalStore(asked.subscribe, asked.path) ?? pathname;
  return path === pathname ? null : <div className={classes.progress} aria-hidden="true" data-progress />;
}
