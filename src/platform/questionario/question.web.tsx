import { IconAlertCircle } from '@tabler/icons-react';
import { useContext, useId } from 'react';
import { Clear } from './clear.web.tsx';
import type { Pergunta, Resposta } from './definition.ts';
import { MAIOR_COMENTARIO } from './evaluate.ts';
import classes from './question-form.module.css';
import { Scale } from './scale.web.tsx';
import { Language, langOf, useWords } from './words.web.ts';

interface Props {
  pergunta: Pergunta;
  resposta: Resposta | undefined;
  /** its place among the questions that are shown */
  place: number;
  falta?: string | undefined;
  onAnswer(resposta: Resposta): void;
}

/** Names and describes the inputs of a question for those who hear it. */
interface Said {
  'aria-labelledby': string;
  'aria-describedby': string | undefined;
}

/** One question with its answer. */
export function Question({ pergunta, resposta, place, falta, onAnswer }: Props) {
  const { id, tipo, texto, ajuda, obrigatoria, comentario, exigirComentario } = pergunta;
  const name = useId();
  const words = useWords();
  const idioma = useContext(Language);
  const said: Said = {
    'aria-labelledby': `${name}-texto`,
    'aria-describedby': [ajuda && `${name}-ajuda`, falta && `${name}-falta`].filter(Boolean).join(' ') || undefined,
  };
  const answer = (change: Partial<Resposta>) => onAnswer({ ...resposta, ...change, perguntaId: id });
  const write = (text: string) => answer({ comentario: text });
  const text = { value: resposta?.comentario ?? '', onChange: write };
  return (
    <section
      className={classes.question}
      data-pergunta={id}
      data-falta={falta !== undefined || undefined}
      tabIndex={-1}
      lang={langOf(idioma)}
      aria-label={words.question(place)}
    >
      <div className={classes.asked}>
        <span className={classes.place} aria-hidden="true">
          {place}
        </span>
        <div>
          <div id={`${name}-texto`} className={classes.text}>
            {texto}
            {obrigatoria && <Required />}
          </div>
          {ajuda && (
            <p id={`${name}-ajuda`} className={classes.help}>
              {ajuda}
            </p>
          )}
        </div>
      </div>
      {tipo === '1' && (
        <One
          name={name}
          said={said}
          pergunta={pergunta}
          chosen={resposta?.respostaId ?? null}
          onChoose={(respostaId) => answer({ respostaId })}
        />
      )}
      {tipo === '5' && (
        <Several
          said={said}
          pergunta={pergunta}
          chosen={resposta?.respostasIds ?? []}
          onChoose={(respostasIds) => answer({ respostasIds })}
        />
      )}
      {tipo === '4' && (
        <Scale name={name} said={said} pergunta={pergunta} nota={resposta?.nota ?? null} onChoose={(nota) => answer({ nota })} />
      )}
      {tipo === '3' ? (
        <Written {...said} {...text} required={obrigatoria} />
      ) : (
        comentario && (
          <div className={classes.comment}>
            <div id={`${name}-comentario`} className={classes.label}>
              {comentario}
              {exigirComentario && <Required />}
            </div>
            <Written aria-labelledby={`${name}-comentario`} {...text} required={exigirComentario} rows={2} />
          </div>
        )
      )}
      <p id={`${name}-falta`} className={classes.fault} role="alert" hidden={falta === undefined}>
        <IconAlertCircle size={16} aria-hidden="true" /> {falta}
      </p>
    </section>
  );
}

function Required() {
  const { required } = useWords();
  return (
    <span className={classes.required} title={required}>
      <span aria-hidden="true"> *</span>
      <span className="vinculo-hidden">({required})</span>
    </span>
  );
}

interface Choosing {
  said: Said;
  pergunta: Pergunta;
}

function One({
  name,
  said,
  pergunta,
  chosen,
  onChoose,
}: Choosing & { name: string; chosen: number | null; onChoose(id: number | null): void }) {
  return (
    <>
      <div role="radiogroup" className={classes.choices} {...said} aria-required={pergunta.obrigatoria}>
        {pergunta.respostas.map(({ id, texto }) => (
          <label key={id} className={classes.choice}>
            <input type="radio" name={name} checked={chosen === id} onChange={() => onChoose(id)} />
            <span>{texto}</span>
          </label>
        ))}
      </div>
      {!pergunta.obrigatoria && <Clear isOffered={chosen !== null} onClear={() => onChoose(null)} />}
    </>
  );
}

function Several({ said, pergunta, chosen, onChoose }: Choosing & { chosen: readonly number[]; onChoose(ids: number[]): void }) {
  const words = useWords();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would name its inputs by a legend, which cannot stand beside the number
    <div role="group" className={classes.choices} {...said}>
      <p className={classes.hint}>{words.severalHint}</p>
      {pergunta.respostas.map(({ id, texto }) => (
        <label key={id} className={classes.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          <span>{texto}</span>
        </label>
      ))}
    </div>
  );
}

interface WrittenProps {
  value: string;
  onChange(text: string): void;
  required: boolean;
  rows?: number;
  'aria-labelledby': string;
  'aria-describedby'?: string | undefined;
}

/** How many characters are left is said when they become few. */
function Written({ value, onChange, required, rows = 3, ...said }: WrittenProps) {
  const words = useWords();
  const left = MAIOR_COMENTARIO - value.length;
  return (
    <>
      <textarea
        {...said}
        className={classes.written}
        rows={rows}
        maxLength={MAIOR_COMENTARIO}
        aria-required={required}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {left < 200 && (
        <p className={classes.hint} role="status">
          {words.left(left)}
        </p>
      )}
    </>
  );
}
