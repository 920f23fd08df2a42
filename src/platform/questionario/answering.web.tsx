import { Alert, Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconDevices, IconInfoCircle, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { formatDate } from '#kit/br/date.ts';
import { ApiError } from '#kit/client/client.web.ts';
import { Fault } from '#kit/ui/fault.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import type { AnswerSource } from './answer-source.web.ts';
import classes from './answering.module.css';
import { promessaDe, type Questionario } from './asked.ts';
import type { Idioma } from './definition.ts';
import { LanguageChoice } from './language.web.tsx';
import { QuestionForm } from './question-form.web.tsx';
import { modos } from './round.ts';
import { emIdioma } from './translations.ts';
import { forget, useAnswers } from './use-answers.web.ts';
import { Language, langOf, useLanguage, useWords, wordsIn } from './words.web.ts';

interface Props {
  source: AnswerSource;
  /** identifies the source among others of the page */
  name: string;
  /** what follows the thanks: a way on */
  after?: ReactNode;
  /** draws the questions with the sheet that the asking module adds */
  draw?(parts: Parts): ReactNode;
  /** what is promised about the answers, where the asking module knows better */
  promise?(asked: Questionario, idioma: Idioma | null): string;
  /** the languages in which what the asking module adds can be read */
  languages?(asked: Questionario): readonly Idioma[];
}

export interface Parts {
  asked: Questionario;
  answers: ReturnType<typeof useAnswers>;
  /** whether the answers are saved, in words */
  beside: string;
}

/** One questionnaire from the promise to the thanks: by session, by personal link, or at a kiosk. */
export function Answering({ source, name, after, draw, promise, languages }: Props) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['responder', name],
    queryFn: () => source.open(),
    // Whoever answers must not find other answers under their fingers.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (error instanceof ApiError) forget(error.body);
  }, [error]);
  if (isPending) return <ScreenLoading />;
  if (error)
    return error instanceof ApiError && error.status >= 400 && error.status < 500 ? (
      <Ended icon={error.code === 'JA_RESPONDIDA' ? 'done' : 'over'} title={error.message}>
        {after}
      </Ended>
    ) : (
      <Fault message={error.message} onRetry={refetch} isBusy={isFetching} />
    );
  return <Asked asked={data} {...{ source, after, draw, promise, languages }} />;
}

interface AskedProps extends Pick<Props, 'source' | 'after'> {
  asked: Questionario;
  draw: Props['draw'] | undefined;
  promise: Props['promise'] | undefined;
  languages: Props['languages'] | undefined;
}

function Asked({ asked: loaded, source, after, draw, promise, languages }: AskedProps) {
  const answers = useAnswers(loaded, source);
  const language = useLanguage(loaded.definicao, source.isShared === true, languages?.(loaded));
  const { idioma } = language;
  const asked = useMemo(() => ({ ...loaded, definicao: emIdioma(loaded.definicao, idioma) }), [loaded, idioma]);
  const { titulo, sobre, ate, modo, minimo, definicao, semente } = asked;
  const words = wordsIn(idioma);
  const phone = usePhone();
  const [mode, setMode] = useState<'pagina' | 'uma'>(phone ? 'uma' : 'pagina');
  const hasBegun = answers.respostas.length > 0 || answers.folha !== undefined;
  const beside = source.isShared || !hasBegun ? '' : words.saved[answers.saved];
  if (answers.isSent)
    return (
      <Ended icon="done" title={words.thanks}>
        {definicao.agradecimento && <Text style={{ whiteSpace: 'pre-line' }}>{definicao.agradecimento}</Text>}
        {after}
      </Ended>
    );
  const [name, said] = words.modes?.[modo] ?? [modos[modo], (people: number) => promessaDe(modo, people)];
  return (
    <Language value={idioma}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm" wrap="wrap">
          <div style={{ flex: '1 1 240px', minWidth: 0 }}>
            <Title order={2} fz={20} style={{ overflowWrap: 'anywhere' }}>
              {titulo}
            </Title>
            {(sobre || ate) && (
              <Text c="dimmed" size="sm" mt={4} lang={langOf(idioma)}>
                {[sobre && words.about(sobre), ate && words.until(formatDate(ate))].filter(Boolean).join(' · ')}
              </Text>
            )}
          </div>
          <LanguageChoice offered={language.offered} idioma={idioma} onChoose={language.choose} />
        </Group>
        <aside className={classes.promise} aria-label={words.promise} lang={langOf(idioma)}>
          <IconLock size={20} stroke={1.6} aria-hidden="true" />
          <p>
            <strong>{name}.</strong> {promise?.(asked, idioma) ?? said(minimo)}
          </p>
        </aside>
        {answers.other && <Elsewhere onChoose={answers.choose} />}
        {draw ? (
          draw({ asked, answers, beside })
        ) : (
          <QuestionForm
            key={mode}
            definicao={definicao}
            respostas={answers.respostas}
            onChange={answers.change}
            mode={mode}
            faltas={answers.faltas}
            seed={semente}
            onSend={() => void answers.send()}
            isSending={answers.isBusy}
            beside={beside}
          />
        )}
        {answers.problem && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} c="var(--mantine-color-error)" fw={500}>
            {answers.problem}
          </Alert>
        )}
        {!draw && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'center' }}
            onClick={() => setMode(mode === 'uma' ? 'pagina' : 'uma')}
          >
            {mode === 'uma' ? words.allOnPage : words.oneByOne}
          </Button>
        )}
      </Stack>
    </Language>
  );
}

/** Two devices were answered on; nothing is lost before somebody chooses. */
function Elsewhere({ onChoose }: { onChoose: (which: 'mine' | 'other') => void }) {
  const { title, text, mine, other } = useWords().elsewhere;
  const lang = langOf(useContext(Language));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a block: newer browsers answer a promise, which an effect must not.
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Alert
      ref={box}
      color="yellow"
      role="alert"
      icon={<IconDevices size={18} />}
      lang={lang}
      title={title}
      c="var(--mantine-color-text)"
    >
      <Text size="sm" mb="sm">
        {text}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => onChoose('mine')}>
          {mine}
        </Button>
        <Button variant="default" onClick={() => onChoose('other')}>
          {other}
        </Button>
      </Group>
    </Alert>
  );
}

const ICONS = { done: IconCircleCheck, over: IconInfoCircle };

/** In place of the questions: it is over, for this or that reason. */
function Ended({ icon, title, children }: { icon: keyof typeof ICONS; title: string; children?: ReactNode }) {
  const Icon = ICONS[icon];
  const box = useRef<HTMLDivElement>(null);
  // What was in focus is gone: screen readers go on here.
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <Stack ref={box} tabIndex={-1} role="status" align="center" gap="md" py={40} ta="center" style={{ outline: 'none' }}>
      <ThemeIcon variant="light" color={icon === 'done' ? 'green' : 'gray'} size={64} radius="xl" aria-hidden="true">
        <Icon size={36} stroke={1.6} />
      </ThemeIcon>
      <Text fw={600} fz={18} maw={480}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}
