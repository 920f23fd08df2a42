import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { useLongWork } from '#kit/jobs/use-long-work.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { situacoesNoPontoMobile } from './questionarios.registry.ts';

type Feito = 'envia' | 'busca';

const silent = { silent: true } as const;

/** CALL-429, CALL-437: a questionnaire that is answered in the mobile product too is sent there, and its answers are taken over. */
export function PontoMobile({ path, record, onClose }: DeedProps) {
  const [busy, setBusy] = useState<Feito | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { progress, ended } = useLongWork('Buscando respostas');
  const situacao = labelIn(situacoesNoPontoMobile, record.statusSincronizacaoColabore);
  const faz = async (feito: Feito, work: () => Promise<void>) => {
    setBusy(feito);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setBusy(null);
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
      return;
    }
    onClose();
  };
  const envia = async () => {
    await api.put(`${path}/${record.id}/enviar-colabore`, undefined, silent);
    toast.success('Questionário enviado ao ponto mobile.');
  };
  const busca = async () => {
    const sincronizacao = `${path}/${record.id}/sincronizacao-colabore`;
    const { tarefaId } = await api.post<{ tarefaId: number }>(sincronizacao, { async: true }, silent);
    const { mensagem } = await ended(tarefaId);
    const { status } = await api.get<{ status: string }>(`${sincronizacao}/status`, {}, silent);
    toast[status === 'COM_ERRO' ? 'warn' : 'success'](mensagem ?? 'Respostas buscadas.');
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
        {progress}
        {problem !== null && <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={problem} />}
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
