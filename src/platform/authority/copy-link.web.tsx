import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { DeedProps, RecordRow } from '#kit/registry/view.web.tsx';

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
    const copy = async () => {
      await navigator.clipboard.writeText(link);
      toast.success('Link copiado.');
    };
    return (
      <Modal opened onClose={onClose} title="Copiar link de acesso" size="lg" closeOnClickOutside={false}>
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
            <TextInput
              label="Link de acesso"
              description="Entregue só à própria pessoa: quem o abrir cria a senha e entra no lugar dela."
              value={link}
              readOnly
              data-autofocus
              onFocus={(event) => event.currentTarget.select()}
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
              <Button leftSection={<IconCopy size={18} stroke={1.8} aria-hidden />} onClick={() => void copy()}>
                Copiar
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    );
  };
