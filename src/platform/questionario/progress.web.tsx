import type { ReactNode } from 'react';
import classes from './question-form.module.css';
import { useWords } from './words.web.ts';

interface Props {
  /** the accessible name of the bar */
  label: string;
  done: number;
  total: number;
  /** what stands beside it, such as whether the answers are saved */
  children?: ReactNode;
}

/** How far the answers have come; it stays in sight while the page scrolls. */
export function Progress({ label, done, total, children }: Props) {
  const words = useWords();
  return (
    <div className={classes.progress}>
      <div className={classes.told}>
        <span>{words.answered(done, total)}</span>
        <span>{children}</span>
      </div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <div style={{ transform: `scaleX(${total === 0 ? 0 : done / total})` }} />
      </div>
    </div>
  );
}
