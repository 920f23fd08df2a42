import { Paper, type PaperProps, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps extends Pick<PaperProps, 'h' | 'mb'> {
  title: string;
  /** a sentence below the title */
  note?: ReactNode;
  /** the actions on the whole section, beside the title */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, note, aside, children, ...look }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" p="md" aria-labelledby={id} {...look}>
      <div className={classes.head}>
        <div>
          <Title order={2} fz={16} id={id}>
            {title}
          </Title>
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </div>
        {aside}
      </div>
      {children}
    </Paper>
  );
}
