import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';

interface OwnSession {
  criadaEm: string;
  vistaEm: string;
  atual: boolean;
}

/** A person's own sessions, and the button that ends all but this one. `url` is the audience's. */
export function OwnSessions({ url }: { url: string }) {
  const { data = [], refetch } = useQuery({
    queryKey: ['minhas-sessoes', url],
    queryFn: () => api.get<OwnSession[]>(url),
    staleTime: 0,
    gcTime: 0,
  });
  const [isEnding, setIsEnding] = useState(false);
  const end = async () => {
    setIsEnding(true);
    try {
      const { encerradas } = await api.delete<{ encerradas: number }>(url);
      toast.success(`${counted(encerradas, 'sessão encerrada', 'sessões encerradas')}.`);
      await refetch();
    } finally {
      setIsEnding(false);
    }
  };
  return (
    <Stack>
      <List spacing="xs">
        {data.map(({ criadaEm, vistaEm, atual }) => (
          <List.Item key={`${criadaEm} ${vistaEm}`}>
            <Text span fw={atual ? 600 : undefined}>
              {atual ? 'Esta sessão' : 'Outra sessão'}
            </Text>
            , aberta em {formatInstant(criadaEm)}, usada em {formatInstant(vistaEm)}
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        Encerrar as outras sessões também faz o sistema esquecer os navegadores em que você já entrou.
      </Text>
      <Group justify="flex-end">
        <Button loading={isEnding} onClick={() => void end()}>
          Encerrar outras sessões
        </Button>
      </Group>
    </Stack>
  );
}

/** 'Minhas Sessões'. */
export function OwnSessionsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Minhas Sessões">
      <OwnSessions url="/api/userinfo/sessoes" />
    </Dialog>
  );
}
