import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { fold } from '#kit/br/text.ts';
import { setClientContext } from '#kit/client/client.web.ts';

interface ConfirmQuestion {
  message: string;
  /** absent: what the first button says */
  header?: string;
  ok?: string;
  cancel?: string;
  /** red button: something is lost */
  danger?: boolean;
  /** the way back has the focus: Enter alone must not confirm */
  careful?: boolean;
  /** what stands below the question */
  details?: ReactNode;
  /** must be typed before the button works; case and accents do not matter */
  typed?: string | null;
  /** null: nothing can be confirmed, the dialog only tells */
  deed?: null;
}

interface Pending extends ConfirmQuestion {
  answer: (yes: boolean) => void;
}

let queue: readonly Pending[] = [];
const watchers = new Set<() => void>();
const change = (next: readonly Pending[]) => {
  queue = next;
  for (const watch of watchers) watch();
};
const subscribe = (watch: () => void) => {
  watchers.add(watch);
  return () => void watchers.delete(watch);
};

/** Asks the user; true for the first button. Escape and the cross answer no. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return new Promise((resolve) => change([...queue, { ...question, answer: resolve }]));
}

/** Whom or what a question is about. */
export const Subject = ({ children }: { children: ReactNode }) => (
  <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);

/**
 * Asks before something that is kept nowhere is removed; `what` names it. Before records are removed, `removeRecord` of
 * kit/registry asks.
 */
export const confirmRemoval = (message = 'Tem certeza que deseja remover?', what?: string) =>
  confirm({ message, ok: 'Remover', danger: true, ...(what ? { details: <Subject>{what}</Subject> } : {}) });

/** Asks about what the server would save only when it is confirmed. */
const confirmUnusual = (sentences: readonly string[]) =>
  confirm({
    message: sentences.join('\n\n'),
    header: 'Confirme antes de salvar',
    ok: 'Confirmar',
    cancel: 'Voltar',
    careful: true,
  });

/** Draws the questions of `confirm`, under `header` when a question says neither a header nor its button; mounted once, in the application's frame. */
export function ConfirmHost({ header }: { header: string }) {
  const pending = useSyncExternalStore(subscribe, () => queue)[0];
  useEffect(() => {
    setClientContext({ onUnconfirmed: confirmUnusual });
    return () => setClientContext({ onUnconfirmed: () => Promise.resolve(false) });
  }, []);
  const answer = (yes: boolean) => {
    if (!pending) return;
    pending.answer(yes);
    change(queue.filter((other) => other !== pending));
  };
  return (
    <Modal
      opened={pending !== undefined}
      onClose={() => answer(false)}
      title={pending?.header ?? pending?.ok ?? header}
      centered
      size="md"
      zIndex={400}
    >
      {pending && <Question key={queue.length} question={pending} answer={answer} />}
    </Modal>
  );
}

const same = (a: string, b: string) => fold(a).trim().replaceAll(/\s+/g, ' ') === fold(b).trim().replaceAll(/\s+/g, ' ');

function Question({ question, answer }: { question: Pending; answer: (yes: boolean) => void }) {
  const { message, details, typed = null, danger, careful = false, ok = 'OK', cancel = 'Cancelar', deed } = question;
  const [said, say] = useState('');
  const isReady = typed === null || same(said, typed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && deed !== null) answer(true);
      }}
    >
      <Stack gap="sm">
        <Text style={{ whiteSpace: 'pre-line' }}>{message}</Text>
        {details}
        {typed !== null && (
          <TextInput
            data-autofocus
            label={
              <>
                Para confirmar, digite <b>{typed}</b>
              </>
            }
            value={said}
            onChange={(event) => say(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Stack>
      <Group justify="flex-end" mt="lg">
        {deed === null ? (
          <Button data-autofocus variant="default" onClick={() => answer(false)}>
            Fechar
          </Button>
        ) : (
          <>
            <Button variant="default" {...(careful ? { 'data-autofocus': true } : {})} onClick={() => answer(false)}>
              {cancel}
            </Button>
            <Button
              type="submit"
              {...(typed === null && !careful ? { 'data-autofocus': true } : {})}
              disabled={!isReady}
              {...(danger ? { color: 'red.8' } : {})}
            >
              {ok}
            </Button>
          </>
        )}
      </Group>
    </form>
  );
}
