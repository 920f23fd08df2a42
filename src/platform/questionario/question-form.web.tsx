import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconSend } from '@tabler/icons-react';
import { type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { inWords, withAnswer } from './answered.ts';
import type { Definicao, Pergunta, Resposta, Secao } from './definition.ts';
import { evaluate, type Falta, orderFor } from './evaluate.ts';
import { Progress } from './progress.web.tsx';
import { Question } from './question.web.tsx';
import classes from './question-form.module.css';
import { Review } from './review.web.tsx';
import { useReach } from './use-reach.web.ts';
import { Language, langOf, useWords } from './words.web.ts';

interface Props {
  definicao: Definicao;
  respostas: readonly Resposta[];
  onChange(respostas: Resposta[]): void;
  /** all questions on a page, or one after the other */
  mode: 'pagina' | 'uma';
  /** faults that the server found */
  faltas?: readonly Falta[];
  /** whoever answers always gets the same order */
  seed?: string;
  /** without it nothing can be sent: a preview */
  onSend?(): void;
  isSending?: boolean;
  /** what stands at the head beside the progress, such as whether the answers are saved */
  beside?: ReactNode;
}

const REVIEW = 'revisao';
type Step = number | typeof REVIEW;
/** So few questions are sent without looking at them once more. */
const FEW = 2;

/** Whoever comes back goes on behind the last question that they have answered; null: they have not begun. */
function whereLeft(shown: readonly Pergunta[], isDone: (pergunta: Pergunta) => boolean): Step | null {
  const last = shown.findLastIndex(isDone);
  const next = shown[last + 1] ?? (shown.length <= FEW ? shown[last] : undefined);
  return last < 0 ? null : (next?.id ?? REVIEW);
}

/** The questions as they are answered: on a phone as on a desk, by keyboard alone as by finger. */
export function QuestionForm(props: Props) {
  const { definicao, respostas, onChange, mode, faltas: told = NONE, seed, onSend, isSending = false, beside } = props;
  const { visiveis, faltas, respondidas, total } = useMemo(() => evaluate(definicao, respostas), [definicao, respostas]);
  const ordered = useMemo(
    () => (definicao.ordemAleatoria && seed !== undefined ? orderFor(definicao, seed) : definicao.perguntas),
    [definicao, seed],
  );
  const shown = ordered.filter(({ id }) => visiveis.has(id));
  const words = useWords();
  const idioma = useContext(Language);
  const answerTo = ({ id }: Pergunta) => respostas.find(({ perguntaId }) => perguntaId === id);
  const isOne = mode === 'uma';
  const [step, setStep] = useState(() =>
    isOne ? whereLeft(shown, (pergunta) => inWords(pergunta, answerTo(pergunta)) !== '') : null,
  );
  const [isTried, setTried] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const reach = useReach(frame);
  // Where one question is asked at a time, the screen moves no more than it must.
  const reachQuestion = (id: number) => reach(`[data-pergunta="${id}"]`, isOne ? 'nearest' : 'start');

  const go = (to: Step) => {
    if (to === REVIEW) reach('[data-revisao]');
    else reachQuestion(to);
    setTried(false);
    setStep(to);
  };
  const missing = isTried ? [...faltas, ...told] : told;
  const faultOf = (id: number) => {
    const fault = missing.find(({ perguntaId }) => perguntaId === id);
    return fault && (words.fault ?? fault.message);
  };
  const refuse = ({ perguntaId }: Falta) => {
    if (step === REVIEW) setStep(perguntaId);
    reachQuestion(perguntaId);
    setTried(true);
  };

  const at = Math.max(0, typeof step === 'number' ? shown.findIndex(({ id }) => id === step) : 0);
  const current = shown[at];
  const isLast = !isOne || at === shown.length - 1;
  const forward = () => {
    const fault = isOne && step !== REVIEW ? faltas.find(({ perguntaId }) => perguntaId === current?.id) : undefined;
    if (fault) return refuse(fault);
    const next = shown[at + 1];
    if (step !== REVIEW && !isLast && next) return go(next.id);
    if (faltas[0]) return refuse(shownFirst(shown, faltas) ?? faltas[0]);
    if (step === REVIEW || shown.length <= FEW) return onSend?.();
    go(REVIEW);
  };
  const before = step === REVIEW ? shown.at(-1) : isOne ? shown[at - 1] : undefined;
  const isSend = step === REVIEW || (isLast && shown.length <= FEW);
  const answer = (resposta: Resposta) => onChange(withAnswer(respostas, resposta));
  const draw = (pergunta: Pergunta) => (
    <Question
      key={pergunta.id}
      pergunta={pergunta}
      place={shown.indexOf(pergunta) + 1}
      resposta={answerTo(pergunta)}
      falta={faultOf(pergunta.id)}
      onAnswer={answer}
    />
  );

  return (
    <form
      ref={frame}
      noValidate
      className={classes.form}
      data-mode={mode}
      lang={langOf(idioma)}
      aria-label={words.questions}
      onSubmit={(event) => {
        event.preventDefault();
        // Enter goes on where one question is asked at a time; a whole page is sent by its button alone.
        if (isOne) forward();
      }}
    >
      <Progress label={words.progress} done={respondidas} total={total}>
        {beside}
      </Progress>
      {step === REVIEW ? (
        <Review
          lines={shown.map((pergunta) => ({
            key: pergunta.id,
            item: pergunta.texto,
            words: inWords(pergunta, answerTo(pergunta), words.of),
            fault: faultOf(pergunta.id),
          }))}
          onChange={go}
        />
      ) : isOne ? (
        current && (
          <>
            {at === 0 && <Introduction text={definicao.introducao} />}
            <Heading secao={sectionOf(definicao, current)} />
            {draw(current)}
          </>
        )
      ) : (
        <>
          <Introduction text={definicao.introducao} />
          {shown.map((pergunta, n) => (
            <div key={pergunta.id}>
              {pergunta.secaoId !== (shown[n - 1]?.secaoId ?? null) && <Heading secao={sectionOf(definicao, pergunta)} />}
              {draw(pergunta)}
            </div>
          ))}
        </>
      )}
      {shown.length === 0 && <p className={classes.help}>{words.none}</p>}
      <div className={classes.steps}>
        {before && (
          <Button variant="default" size="md" leftSection={<IconArrowLeft size={18} />} onClick={() => go(before.id)}>
            {words.back}
          </Button>
        )}
        {shown.length > 0 && !(isSend && !onSend) && (
          <Button
            type={isOne ? 'submit' : 'button'}
            size="md"
            ml="auto"
            loading={isSending}
            rightSection={isSend ? <IconSend size={18} /> : <IconArrowRight size={18} />}
            {...(isOne ? {} : { onClick: forward })}
          >
            {isSend ? words.send : isLast ? words.review : words.next}
          </Button>
        )}
      </div>
    </form>
  );
}

const NONE: readonly Falta[] = [];

const shownFirst = (shown: readonly Pergunta[], faltas: readonly Falta[]): Falta | undefined =>
  shown.flatMap(({ id }) => faltas.find(({ perguntaId }) => perguntaId === id) ?? [])[0];

const sectionOf = ({ secoes }: Definicao, { secaoId }: Pergunta) => secoes.find(({ id }) => id === secaoId);

const Introduction = ({ text }: { text: string | null }) => text && <p className={classes.introduction}>{text}</p>;

const Heading = ({ secao }: { secao: Secao | undefined }) =>
  secao && (
    <div className={classes.section}>
      <h2>{secao.titulo}</h2>
      {secao.texto && <p>{secao.texto}</p>}
    </div>
  );
