import { Text } from '@mantine/core';
import { DeedDialog } from '#kit/record/deed-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { useOnItsWay } from '#platform/mail/on-its-way.web.ts';

/** A mail to those who still have somebody to evaluate; where nobody may know who they are, to everybody who evaluates. */
export function Lembrar(props: DeedProps) {
  const onItsWay = useOnItsWay();
  const todos = props.record.anonima === true;
  return (
    <DeedDialog
      {...props}
      deed="envia-email"
      title="Enviar lembrete"
      ok="Enviar"
      done={onItsWay(todos ? 'Lembrete a caminho de quem avalia.' : 'Lembrete a caminho de quem falta avaliar.')}
    >
      <Text fw={600}>{String(props.record.titulo)}</Text>
      <Text mt="xs">
        {todos
          ? 'Todos os que avaliam e têm e-mail recebem um lembrete, mesmo quem já respondeu: assim ninguém fica sabendo quem falta. Um por dia, no máximo.'
          : 'Quem ainda tem alguém a avaliar e tem e-mail recebe um lembrete. Um por dia, no máximo.'}
      </Text>
    </DeedDialog>
  );
}
