import {
  IconMoodAngry,
  IconMoodEmpty,
  IconMoodHappy,
  IconMoodSad,
  IconMoodSmile,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Clear } from './clear.web.tsx';
import type { Pergunta } from './definition.ts';
import classes from './scale.module.css';
import { useWords } from './words.web.ts';

interface Props {
  name: string;
  said: { 'aria-labelledby': string; 'aria-describedby': string | undefined };
  pergunta: Pergunta;
  nota: number | null;
  onChoose(nota: number | null): void;
}

/** So many notes stand beside each other; of more, the number is typed. */
const MOST_BESIDE = 11;

/** Faces from bad to good, by how many of them a question has. */
const FACES: Readonly<Record<number, readonly (typeof IconMoodSad)[]>> = {
  2: [IconMoodSad, IconMoodSmile],
  3: [IconMoodSad, IconMoodEmpty, IconMoodSmile],
  4: [IconMoodAngry, IconMoodSad, IconMoodSmile, IconMoodHappy],
  5: [IconMoodAngry, IconMoodSad, IconMoodEmpty, IconMoodSmile, IconMoodHappy],
};

/** A note: numbers, stars or faces; whichever it is, the answer is the number. */
export function Scale(props: Props) {
  const words = useWords();
  const { pergunta, nota, onChoose } = props;
  const { notaMinima, notaMaxima, escala, rotuloMinimo, rotuloMaximo, obrigatoria } = pergunta;
  const [least, most] = [notaMinima ?? 0, notaMaxima ?? 10];
  const count = most - least + 1;
  if (count > MOST_BESIDE) return <Typed {...props} least={least} most={most} />;
  const notes = Array.from({ length: count }, (_, n) => least + n);
  const faces = escala === 'C' ? FACES[count] : undefined;
  const isStars = escala === 'E' && least === 1;
  const drawn = (value: number, n: number): ReactNode => {
    const Face = faces?.[n];
    if (Face) return <Face size={32} stroke={1.5} aria-hidden="true" />;
    if (!isStars) return value;
    const Star = nota !== null && value <= nota ? IconStarFilled : IconStar;
    return <Star size={28} stroke={1.5} aria-hidden="true" />;
  };
  const kind = faces ? 'faces' : isStars ? 'stars' : 'numbers';
  const ends = [rotuloMinimo && `${least}: ${rotuloMinimo}`, rotuloMaximo && `${most}: ${rotuloMaximo}`];
  const spoken = (value: number) =>
    [words.of(value, most), value === least ? rotuloMinimo : value === most && rotuloMaximo].filter(Boolean).join(', ');
  return (
    <>
      <div className={classes.scale} data-kind={kind}>
        <div
          role="radiogroup"
          {...props.said}
          aria-required={obrigatoria}
          className={classes.notes}
          style={{ '--beside': count, '--beside-narrow': Math.ceil(count / (count > 6 ? 2 : 1)) } as CSSProperties}
        >
          {notes.map((value, n) => (
            <label key={value} className={classes.note}>
              <input
                type="radio"
                name={props.name}
                aria-label={spoken(value)}
                checked={nota === value}
                onChange={() => onChoose(value)}
              />
              <span aria-hidden="true">{drawn(value, n)}</span>
            </label>
          ))}
        </div>
        {ends.some(Boolean) && (
          <div className={classes.ends} aria-hidden="true">
            <span>{kind === 'numbers' ? ends[0] : rotuloMinimo}</span>
            <span>{kind === 'numbers' ? ends[1] : rotuloMaximo}</span>
          </div>
        )}
      </div>
      {!obrigatoria && <Clear isOffered={nota !== null} onClear={() => onChoose(null)} />}
    </>
  );
}

function Typed({ said, pergunta, nota, onChoose, least, most }: Props & { least: number; most: number }) {
  const words = useWords();
  const end = (value: number, rotulo: string | null) => (rotulo ? `${value} (${rotulo})` : String(value));
  const type = (text: string) => {
    const value = Number(text);
    if (text === '') onChoose(null);
    else if (Number.isInteger(value) && value >= 0 && value <= most) onChoose(value);
  };
  return (
    <label className={classes.typed}>
      <input
        {...said}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={nota ?? ''}
        aria-required={pergunta.obrigatoria}
        onChange={({ target }) => type(target.value.trim())}
      />
      <span>{words.between(end(least, pergunta.rotuloMinimo), end(most, pergunta.rotuloMaximo))}</span>
    </label>
  );
}
