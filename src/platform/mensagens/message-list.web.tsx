import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatInstant } from '#kit/br/date.ts';
import { toast } from '#kit/client/toast.web.ts';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { type Mensagem, useMessageDeeds } from './caixas-query.web.ts';
import classes from './messages.module.css';

/** The messages of a box; one opens in a dialog, and is read then. */
export function MessageList({ mensagens, label }: { mensagens: readonly Mensagem[]; label: string }) {
  const { mark } = useMessageDeeds();
  const [openId, setOpenId] = useState<number | null>(null);
  const open = mensagens.find(({ usuarioMensagemId }) => usuarioMensagemId === openId);
  return (
    <>
      <ul className={classes.messages} aria-label={label}>
        {mensagens.map((mensagem) => (
          <li key={mensagem.usuarioMensagemId}>
            <UnstyledButton
              className={classes.message}
              data-unread={!mensagem.lida || undefined}
              onClick={() => {
                setOpenId(mensagem.usuarioMensagemId);
                if (!mensagem.lida) void mark(mensagem, true).catch(() => undefined);
              }}
            >
              <span className={classes.subject}>
                {!mensagem.lida && <span className="vinculo-hidden">Não lida: </span>}
                {mensagem.titulo}
              </span>
              <time dateTime={mensagem.data}>{formatInstant(mensagem.data)}</time>
              <span className={classes.brief}>{mensagem.textoAbreviado}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {open && <MessageDialog mensagem={open} onClose={() => setOpenId(null)} />}
    </>
  );
}

/** STA-034: a message to read, to mark and to remove. */
function MessageDialog({ mensagem, onClose }: { mensagem: Mensagem; onClose: () => void }) {
  const { mark, remove } = useMessageDeeds();
  const { titulo, remetente, data, texto, link, lida } = mensagem;
  const drop = async () => {
    if (!(await confirmRemoval())) return;
    try {
      await remove(mensagem);
      toast.success('Mensagem removida com sucesso.');
      onClose();
    } catch {
      // The client has shown the failure.
    }
  };
  return (
    <Dialog onClose={onClose} title={titulo} size="lg">
      <Text size="sm" c="dimmed">
        De {remetente}, em {formatInstant(data)}
      </Text>
      <Text my="md" className={classes.text}>
        {texto}
      </Text>
      <Group justify="space-between" gap="xs">
        <Button
          variant="subtle"
          color="red"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          onClick={() => void drop()}
        >
          Remover
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={() => void mark(mensagem, !lida).catch(() => undefined)}>
            {lida ? 'Marcar como não lida' : 'Marcar como lida'}
          </Button>
          {link ? (
            <Button component={Link} to={link}>
              Abrir
            </Button>
          ) : (
            <Button onClick={onClose}>Fechar</Button>
          )}
        </Group>
      </Group>
    </Dialog>
  );
}
