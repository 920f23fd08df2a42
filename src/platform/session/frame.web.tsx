import { Paper, Title } from '@mantine/core';
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
        <Paper p="xl" className={classes.card ?? ''}>
          <Title order={1} fz={20} mb="lg">
            {title}
          </Title>
          {children}
        </Paper>
      </main>
    </div>
  );
}
