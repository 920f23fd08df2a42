import { Button, CloseButton, Group, Paper, Text, Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import classes from './pergunta.module.css';

const NOTAS = Array.from({ length: 11 }, (_, nota) => nota);

/** The question of the NPS in the corner of the screen, while there is one for this user; a cross puts it away until the next period. */
export function PerguntaDoNps() {
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    void api
      .get<{ perguntar: boolean }>('pesquisa/nps', {}, { quiet: true, silent: true, signal: stop.signal })
      .then(({ perguntar }) => setIsAsked(perguntar))
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return isAsked ? <Pergunta onEnd={() => setIsAsked(false)} /> : null;
}

function Pergunta({ onEnd }: { onEnd: () => void }) {
  const { company } = useActing();
  const title = useId();
  const box = useRef<HTMLDivElement>(null);
  const [nota, setNota] = useState<number | null>(null);
  const [comentario, setComentario] = useState('');
  const [isSending, setIsSending] = useState(false);
  const put = async (path: string, body: object, done: () => void) => {
    setIsSending(true);
    try {
      await api.post(path, body, { silent: true });
      done();
      onEnd();
    } catch (error) {
      setIsSending(false);
      if (!(error instanceof ApiError)) throw error;
      // Another tab was quicker, or the question was turned off: there is nothing left to ask.
      if (error.status === 409 || error.code === 'NPS_DESLIGADO') onEnd();
      else toast.error(error.message);
    }
  };
  const close = () => void put('pesquisa/nps/dispensar', {}, () => undefined);
  return (
    <Paper
      ref={box}
      component="section"
      role="dialog"
      aria-labelledby={title}
      withBorder
      shadow="lg"
      p="md"
      className={`${classes.box} vinculo-no-print`}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Text fw={600} id={title}>
          {`De 0 a 10, quanto você recomendaria ${company ?? 'esta empresa'} a um amigo como lugar para trabalhar?`}
        </Text>
        <CloseButton aria-label="Agora não" onClick={close} disabled={isSending} />
      </Group>
      <div role="radiogroup" aria-labelledby={title} className={classes.notas}>
        {NOTAS.map((uma) => (
          <label key={uma} className={classes.nota} data-chosen={uma === nota || undefined}>
            <input type="radio" name="nps" value={uma} checked={uma === nota} onChange={() => setNota(uma)} />
            {uma}
          </label>
        ))}
      </div>
      <Group justify="space-between" gap="xs" mt={4}>
        <Text size="xs" c="dimmed">
          De jeito nenhum
        </Text>
        <Text size="xs" c="dimmed">
          Com certeza
        </Text>
      </Group>
      {nota !== null && (
        <Textarea
          mt="sm"
          label="Por quê? (se quiser)"
          autosize
          minRows={2}
          maxRows={5}
          maxLength={1_000}
          value={comentario}
          onChange={(event) => setComentario(event.currentTarget.value)}
        />
      )}
      <Text size="xs" c="dimmed" mt="sm">
        Confidencial: a empresa vê resultados de grupos de várias pessoas. Não escreva o que identifique alguém.
      </Text>
      {nota !== null && (
        <Group justify="flex-end" mt="sm">
          <Button
            loading={isSending}
            onClick={() =>
              void put('pesquisa/nps', { nota, comentario }, () =>
                toast.success('Obrigado. Perguntaremos de novo só no próximo período.'),
              )
            }
          >
            Enviar
          </Button>
        </Group>
      )}
    </Paper>
  );
}
