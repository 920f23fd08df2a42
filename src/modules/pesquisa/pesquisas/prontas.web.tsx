import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { type ModeloPronto, modelosProntos, sobreOModelo } from './modelos-prontos.ts';

/** The surveys that are ready to use: a click makes one, and leads to its questions. */
export function Prontas({ onClose }: { onClose: () => void }) {
  const visit = useNavigate();
  const key = useRef(newKey());
  const [making, setMaking] = useState<ModeloPronto | null>(null);
  const make = async (modelo: ModeloPronto) => {
    setMaking(modelo);
    const made = await api
      .post<{ id: number }>('pesquisa/pesquisas/prontas', { modelo }, { headers: { 'Idempotency-Key': key.current } })
      .catch(() => null);
    key.current = newKey();
    setMaking(null);
    if (made) await visit(`/pesquisa/pesquisas/${made.id}`);
  };
  return (
    <Dialog onClose={onClose} title="Modelos prontos" size="lg">
      <Text c="dimmed" mb="md">
        Cada modelo vira uma pesquisa sua: mude o que quiser antes de enviar.
      </Text>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {namesOf(modelosProntos).map((modelo) => (
          <Paper component="li" withBorder p="md" key={modelo}>
            <Group justify="space-between" gap="sm">
              <div style={{ flex: '1 1 240px' }}>
                <Text fw={600}>{modelosProntos[modelo]}</Text>
                <Text size="sm" c="dimmed">
                  {sobreOModelo[modelo]}
                </Text>
              </div>
              <Button
                variant="default"
                aria-label={`Usar ${modelosProntos[modelo]}`}
                loading={making === modelo}
                disabled={making !== null && making !== modelo}
                onClick={() => void make(modelo)}
              >
                Usar
              </Button>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Dialog>
  );
}
