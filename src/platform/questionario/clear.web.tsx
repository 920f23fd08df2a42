import classes from './question-form.module.css';
import { useWords } from './words.web.ts';

/** Takes back the answer to a question that need not be answered: a radio button alone cannot be unchosen. */
export function Clear({ isOffered, onClear }: { isOffered: boolean; onClear(): void }) {
  const words = useWords();
  return (
    <button type="button" className={classes.clear} style={{ visibility: isOffered ? 'visible' : 'hidden' }} onClick={onClear}>
      {words.clear}
    </button>
  );
}
