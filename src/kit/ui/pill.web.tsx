import type { TONES } from './contrast.ts';
import classes from './pill.module.css';

/** A short word on a ground that tells how things stand. */
export const Pill = ({ tone, children }: { tone: keyof typeof TONES; children: string }) => (
  <span className={`${classes.pill} ${classes[tone]}`}>{children}</span>
);
