import { Text } from '@mantine/core';
import { DeedDialog } from '#kit/record/deed-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { useOnItsWay } from '#platform/mail/on-its-way.web.ts';

/** A mail to everybody who still has somebody to evaluate. */
export function Lembrar(props: DeedProps) {
  const onItsWay = useOnItsWay();
  return (
    <DeedDialog
      {...props}
      deed="envia-email"
      title="Enviar lembrete"
      ok="Enviar"
      done={onItsWay('Lembrete a caminho de quem falta avaliar.')}
    >
      <Text fw={600}>{String(props.record.titulo)}</Text>
      <Text mt="xs">Quem ainda tem alguém a avaliar e tem e-mail recebe um lembrete. Um por dia, no máximo.</Text>
    </DeedDialog>
  );
}
