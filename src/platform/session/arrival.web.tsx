import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { hasArrived, markArrived } from './arrived.web.ts';
import { useSession } from './session.web.tsx';

/**
 * True when the browser says that another site led here. A bookmark, a typed address and a new tab bring no referrer, and a link
 * of ours brings our own (`Referrer-Policy: same-origin`).
 */
export function isFromOutside(): boolean {
  if (hasArrived()) return false;
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry && entry.type !== 'navigate') return false;
  return document.referrer !== '' && new URL(document.referrer).origin !== location.origin;
}

/** 'Você está conectado como …' for a visitor from elsewhere with a live session. */
export function ArrivalDialog() {
  const session = useSession();
  const [isAsking, setIsAsking] = useState(isFromOutside);
  const close = () => {
    markArrived();
    setIsAsking(false);
  };
  return (
    <Modal
      opened={isAsking && session.autenticado}
      onClose={close}
      title={`Você está conectado como ${session.usuario?.nome}`}
      closeOnClickOutside={false}
    >
      <Text>Para entrar como outra pessoa, saia antes.</Text>
      <Group justify="flex-end" mt="lg">
        <Button
          variant="default"
          onClick={() => {
            close();
            void session.logout();
          }}
        >
          LOGOUT
        </Button>
        <Button data-autofocus onClick={close}>
          Continuar
        </Button>
      </Group>
    </Modal>
  );
}
