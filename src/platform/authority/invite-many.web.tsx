import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertCircle, IconCopy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { BulkDialogProps } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { useSession } from '#platform/session/session.web.tsx';
import { type Convidados, MOST_INVITED } from './user-links.ts';
import { usuarios } from './usuarios.registry.ts';

const PATH = `utilitario/${usuarios.id}`;

/** Invites the selected users: by mail or, while there is no mail server, with a link for each to be handed over. */
export function ConvidarVarios({ ids, onClose }: BulkDialogProps) {
  const { enviaEmail } = useSession();
  const queries = useQueryClient();
  const [answer, setAnswer] = useState<Convidados | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async () => {
    setIsSending(true);
    setProblem('');
    try {
      setAnswer(await api.post<Convidados>(`${PATH}/convidar`, { ids }, { silent: true }));
      await queries.invalidateQueries({ queryKey: ['registro', PATH] });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Não foi possível conectar ao servidor.');
    } finally {
      setIsSending(false);
    }
  };
  const isTooMany = ids.length > MOST_INVITED;
  return (
    <Dialog onClose={onClose} title="Convidar usuários" size="lg" closeOnClickOutside={false}>
      <Stack gap="sm">
        {answer ? (
          <Invited answer={answer} />
        ) : (
          <>
            <Text>
              {enviaEmail
                ? `${counted(ids.length, 'usuário recebe', 'usuários recebem')} por e-mail um link para criar a senha.`
                : `Os e-mails não estão sendo enviados. Um link para criar a senha é feito para cada um, de ${counted(ids.length, 'usuário', 'usuários')}, e só aparece agora: copie e entregue.`}
            </Text>
            <Text c="dimmed">
              Os links valem por 7 dias e uma única vez, e os anteriores deixam de valer. Quem já entrou no sistema fica como
              está.
            </Text>
          </>
        )}
        {isTooMany && <Alert color="red" role="alert" title={`Escolha no máximo ${MOST_INVITED} usuários.`} />}
        {problem !== '' && <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={problem} />}
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={onClose}>
            {answer ? 'Fechar' : 'Voltar'}
          </Button>
          {!answer && (
            <Button loading={isSending} disabled={isTooMany} onClick={() => void send()}>
              {enviaEmail ? 'Convidar' : 'Criar links'}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Invited({ answer: { convidados, links, fora } }: { answer: Convidados }) {
  const text = links.map(({ nome, link }) => `${nome}: ${link}`).join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success('Links copiados.');
  };
  // The button that had the focus is gone.
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => told.current?.focus(), []);
  return (
    <Stack gap="sm" ref={told} tabIndex={-1} role="group" aria-label="Convites">
      {convidados.length > 0 && <Text role="status">{counted(convidados.length, 'convite enviado.', 'convites enviados.')}</Text>}
      {links.length > 0 && (
        <>
          <Textarea
            label={counted(links.length, 'link de acesso', 'links de acesso')}
            description="Entregue cada um só à própria pessoa: quem o abrir cria a senha e entra no lugar dela."
            value={text}
            readOnly
            autosize
            minRows={2}
            maxRows={10}
            styles={{ input: { whiteSpace: 'pre', overflowX: 'auto' } }}
          />
          <Button
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            Copiar todos
          </Button>
        </>
      )}
      {fora.length > 0 && (
        <Alert color="gray" title={counted(fora.length, 'usuário não convidado', 'usuários não convidados')}>
          <ul style={{ margin: 0, paddingLeft: 18 }}>
            {fora.map(({ id, nome, message }) => (
              <li key={id}>
                {nome && <b>{nome}: </b>}
                {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </Stack>
  );
}
