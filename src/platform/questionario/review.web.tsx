import classes from './question-form.module.css';
import { useWords } from './words.web.ts';

/** What was asked, and what was answered in words; '' where nothing was. */
interface Reviewed<Key> {
  key: Key;
  item: string;
  words: string;
  fault?: string | undefined;
}

interface Props<Key> {
  lines: readonly Reviewed<Key>[];
  /** goes back to what was asked */
  onChange(key: Key): void;
}

/** All answers once more, before they are sent. */
export function Review<Key extends string | number>({ lines, onChange }: Props<Key>) {
  const say = useWords();
  return (
    <section className={classes.review} data-revisao tabIndex={-1} aria-labelledby="revisao-titulo">
      <h2 id="revisao-titulo">{say.reviewTitle}</h2>
      <ol>
        {lines.map(({ key, item, words, fault }) => (
          <li key={key}>
            <div>
              <div className={classes.reviewed}>{item}</div>
              <div className={words ? classes.words : classes.help}>{words || say.noAnswer}</div>
              {fault && <p className={classes.fault}>{fault}</p>}
            </div>
            <button type="button" className={classes.change} aria-label={`${say.change}: ${item}`} onClick={() => onChange(key)}>
              {say.change}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
