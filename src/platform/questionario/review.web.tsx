import { inWords } from './answered.ts';
import type { Pergunta, Resposta } from './definition.ts';
import classes from './question-form.module.css';

interface Props {
  shown: readonly Pergunta[];
  respostas: readonly Resposta[];
  faultOf(id: number): string | undefined;
  /** goes back to a question */
  onChange(id: number): void;
}

/** All answers once more, before they are sent. */
export const Review = ({ shown, respostas, faultOf, onChange }: Props) => (
  <section className={classes.review} data-revisao tabIndex={-1} aria-labelledby="revisao-titulo">
    <h2 id="revisao-titulo">Confira as suas respostas</h2>
    <ol>
      {shown.map((pergunta) => {
        const words = inWords(
          pergunta,
          respostas.find(({ perguntaId }) => perguntaId === pergunta.id),
        );
        const fault = faultOf(pergunta.id);
        return (
          <li key={pergunta.id}>
            <div>
              <div className={classes.reviewed}>{pergunta.texto}</div>
              <div className={words ? classes.words : classes.help}>{words || 'Sem resposta'}</div>
              {fault && <p className={classes.fault}>{fault}</p>}
            </div>
            <button
              type="button"
              className={classes.change}
              aria-label={`Alterar: ${pergunta.texto}`}
              onClick={() => onChange(pergunta.id)}
            >
              Alterar
            </button>
          </li>
        );
      })}
    </ol>
  </section>
);
