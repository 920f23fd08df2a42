import classes from './question-form.module.css';

/** Takes back the answer to a question that need not be answered: a radio button alone cannot be unchosen. */
export const Clear = ({ isOffered, onClear }: { isOffered: boolean; onClear(): void }) => (
  <button type="button" className={classes.clear} style={{ visibility: isOffered ? 'visible' : 'hidden' }} onClick={onClear}>
    Limpar resposta
  </button>
);
