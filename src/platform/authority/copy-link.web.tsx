import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import type { DeedProps, RecordRow } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { CopyButton, ShownOnce } from '#kit/ui/shown-once.web.tsx';

interface Copied {
  whom: (record: RecordRow) => string;
  lasts: string;
  others: string;
}

/** Shows a fresh link once: it stands nowhere else. */
export const copyingLink = ({ whom, lasts, others }: Copied) =>
  function CopiarLink({ path, record, onClose }: DeedProps) {
    const [link, setLink] = useState('');
    const [isMaking, setIsMaking] = useState(false);
    const [problem, setProblem] = useState('');
    const make = async () => {
      setIsMaking(true);
      setProblem('');
      try {
        setLink((await api.post<{ link: string }>(`${path}/${record.id}/copiar-link`, {}, { silent: true })).link);
      } catch (error) {
        setProblem(error instanceof ApiError ? error.message : 'Não foi possível conectar ao servidor.');
      } finally {
        setIsMaking(false);
      }
    };
    return (
      <Dialog onClose={onClose} title="Copiar link de acesso" size="lg" closeOnClickOutside={false}>
        <Stack gap="sm">
          {link === '' ? (
            <>
              <Text>
                Um link novo, com que <b>{whom(record)}</b> cria a senha. Ele vale por {lasts} e uma única vez, e só aparece
                agora.
              </Text>
              <Text c="dimmed">{others} O histórico guarda quem copiou.</Text>
            </>
          ) : (
            <ShownOnce
              label="Link de acesso"
              description="Entregue só à própria pessoa: quem o abrir cria a senha e entra no lugar dela."
              value={link}
            />
          )}
          {problem !== '' && <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={problem} />}
          <Group justify="flex-end" mt="sm">
            <Button variant="default" onClick={onClose}>
              {link === '' ? 'Voltar' : 'Fechar'}
            </Button>
            {link === '' ? (
              <Button loading={isMaking} onClick={() => void make()}>
                Criar link
              </Button>
            ) : (
              <CopyButton value={link} said="Link copiado." />
            )}
          </Group>
        </Stack>
      </Dialog>
    );
  };
