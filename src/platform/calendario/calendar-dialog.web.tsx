import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { CopyButton, ShownOnce } from '#kit/ui/shown-once.web.tsx';

const URL = '/api/calendario/endereco';

interface Endereco {
  criadoEm: string | null;
  lidoEm: string | null;
}

/** 'Meu Calendário': the secret address at which a calendar program reads the user's days of this company. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { data, refetch } = useQuery({
    queryKey: ['calendario'],
    queryFn: () => api.get<Endereco>(URL),
    staleTime: 0,
    gcTime: 0,
  });
  const [made, setMade] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const act = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    // The client has shown a failure.
    await work().catch(() => undefined);
    await refetch();
    setIsBusy(false);
  };
  const make = () => act(async () => setMade((await api.post<{ endereco: string }>(URL)).endereco));
  const revoke = () =>
    act(async () => {
      await api.delete(URL);
      setMade('');
      toast.success('O endereço não vale mais.');
    });
  const exists = Boolean(data?.criadoEm);
  return (
    <Dialog onClose={onClose} title="Meu Calendário" size="lg" closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text>
          Afastamentos, ocorrências, desligamentos e fins de experiência desta empresa que você pode ver, na sua agenda (Google,
          Outlook, celular). A cada leitura valem as suas autorizações daquele momento.
        </Text>
        {made === '' ? (
          <Text c="dimmed">
            {exists
              ? `Há um endereço, criado em ${formatInstant(data?.criadoEm ?? '')} e ${data?.lidoEm ? `lido em ${formatInstant(data.lidoEm)}` : 'ainda não lido'}. Criar outro faz este deixar de valer.`
              : 'Ainda não há um endereço.'}
          </Text>
        ) : (
          <ShownOnce
            label="Endereço do calendário"
            description="Só aparece agora. Quem o tiver lê o que você pode ver: não o envie a ninguém. Uma nova senha o encerra. Na agenda, escolha assinar por URL."
            value={made}
          />
        )}
        <Group justify="flex-end" mt="sm">
          {exists && (
            <Button variant="default" c="var(--mantine-color-error)" loading={isBusy} onClick={() => void revoke()}>
              Revogar
            </Button>
          )}
          {made === '' ? (
            <Button loading={isBusy} onClick={() => void make()}>
              {exists ? 'Criar outro endereço' : 'Criar endereço'}
            </Button>
          ) : (
            <CopyButton value={made} said="Endereço copiado." />
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
