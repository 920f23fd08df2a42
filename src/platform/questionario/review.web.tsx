import classes from './question-form.module.css';

/** What was asked, and what was answered in words; '' where nothing was. */
interface Reviewed<Key> {
  key: Key;
  item: string;
  words: string;
  fault?: string | undefined;
}

interface Props<Key> {
  lines: readonly Reviewed<Key>[];
  className?: string | undefined;
  /** goes back to what was asked */
  onChange(key: Key): void;
}

/** All answers once more, before they are sent. */
export const Review = <Key extends string | number>({ lines, className = '', onChange }: Props<Key>) => (
  <section className={`${classes.review} ${className}`} data-revisao tabIndex={-1} aria-labelledby="revisao-titulo">
    <h2 id="revisao-titulo">Confira as suas respostas</h2>
    <ol>
      {lines.map(({ key, item, words, fault }) => (
        <li key={key}>
          <div>
            <div className={classes.reviewed}>{item}</div>
            <div className={words ? classes.words : classes.help}>{words || 'Sem resposta'}</div>
            {fault && <p className={classes.fault}>{fault}</p>}
          </div>
          <button type="button" className={classes.change} aria-label={`Alterar: ${item}`} onClick={() => onChange(key)}>
            Alterar
          </button>
        </li>
      ))}
    </ol>
  </section>
);
