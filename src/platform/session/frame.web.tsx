import { type ReactNode, useEffect } from 'react';
import { Brand } from '#platform/layout/brand.web.tsx';
import { SchemeToggle } from '#platform/layout/scheme-toggle.web.tsx';
import classes from './frame.module.css';

/** The frame of the pages before login: brand, one card, the scheme's switch. */
export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Vínculo`;
  }, [title]);
  return (
    <div className={classes.page}>
      <div className={classes.corner}>
        <SchemeToggle />
      </div>
      <main className={classes.main}>
        <Brand large />
        <div className={`vinculo-card ${classes.card}`}>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
