import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { situacoesNoPontoMobile } from './questionarios.registry.ts';

type Feito = 'envia' | 'busca';

/** CALL-429, CALL-437: a questionnaire that is answered in the mobile product too is sent there, and its answers are taken over. */
export function PontoMobile({ path, record, onClose }: DeedProps) {
  const [busy, setBusy] = useState<Feito | null>(null);
  const situacao = labelIn(situacoesNoPontoMobile, record.statusSincronizacaoColabore);
  const faz = async (feito: Feito, work: () => Promise<void>) => {
    setBusy(feito);
    try {
      await work();
    } catch (error) {
      // The client has shown why.
      if (!(error instanceof ApiError)) throw error;
    }
    onClose();
  };
  const envia = async () => {
    await api.put(`${path}/${record.id}/enviar-colabore`);
    toast.success('Questionário enviado ao ponto mobile.');
  };
  const busca = async () => {
    const { status, recebidas } = await api.post<{ status: string; recebidas: number }>(
      `${path}/${record.id}/sincronizacao-colabore`,
      { async: false },
    );
    const novas =
      recebidas === 0
        ? 'Nenhuma resposta nova no ponto mobile.'
        : `${counted(recebidas, 'resposta recebida', 'respostas recebidas')} do ponto mobile.`;
    if (status === 'COM_ERRO') toast.warn(`${novas} Algumas não puderam ser lidas.`);
    else toast.success(novas);
  };
  return (
    <Dialog onClose={onClose} title="Ponto mobile" size="lg">
      <Stack gap="md">
        <div>
          <Text fw={600}>{String(record.titulo)}</Text>
          <Text size="sm" c="dimmed">{`Situação: ${situacao ?? 'ainda não enviado'}`}</Text>
        </div>
        <Text size="sm">
          Quem responde pelo ponto mobile é reconhecido pelo CPF. Busque as respostas quantas vezes quiser: cada uma conta uma só
          vez.
        </Text>
        <Group justify="flex-end">
          <Button
            variant={situacao === undefined ? 'filled' : 'default'}
            data-autofocus={situacao === undefined || undefined}
            loading={busy === 'envia'}
            disabled={busy === 'busca'}
            leftSection={<IconSend size={18} stroke={1.8} aria-hidden />}
            onClick={() => void faz('envia', envia)}
          >
            {situacao === undefined ? 'Enviar' : 'Enviar de novo'}
          </Button>
          {situacao !== undefined && (
            <Button
              data-autofocus
              loading={busy === 'busca'}
              disabled={busy === 'envia'}
              leftSection={<IconDownload size={18} stroke={1.8} aria-hidden />}
              onClick={() => void faz('busca', busca)}
            >
              Buscar respostas
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
