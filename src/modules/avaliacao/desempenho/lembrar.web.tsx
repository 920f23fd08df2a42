import { Text } from '@mantine/core';
import { DeedDialog } from '#kit/record/deed-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';

/** A mail to everybody who still has somebody to evaluate. */
export const Lembrar = (props: DeedProps) => (
  <DeedDialog {...props} deed="envia-email" title="Enviar lembrete" ok="Enviar" done="Lembrete a caminho de quem falta avaliar.">
    <Text fw={600}>{String(props.record.titulo)}</Text>
    <Text mt="xs">Quem ainda tem alguém a avaliar e tem e-mail recebe um lembrete. Um por dia, no máximo.</Text>
  </DeedDialog>
);
