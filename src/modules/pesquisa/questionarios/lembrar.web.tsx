import { Text } from '@mantine/core';
import { counted } from '#kit/br/text.ts';
import { DeedDialog } from '#kit/record/deed-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { useOnItsWay } from '#platform/mail/on-its-way.web.ts';

/** A mail to those who have not answered; where nobody may know who they are, to everybody. */
export function Lembrar(props: DeedProps) {
  const onItsWay = useOnItsWay();
  return (
    <DeedDialog
      {...props}
      deed="lembrar"
      title="Enviar lembrete"
      ok="Enviar"
      done={({ destinatarios }: { destinatarios: number }) =>
        onItsWay(`Lembrete a caminho de ${counted(destinatarios, 'pessoa', 'pessoas')}.`)
      }
    >
      <Text fw={600}>{String(props.record.titulo)}</Text>
      <Text mt="xs">
        {props.record.modo === 'I'
          ? 'Quem ainda não respondeu e tem e-mail recebe o seu link outra vez.'
          : 'Todos os que têm e-mail recebem o seu link outra vez, mesmo quem já respondeu: assim ninguém fica sabendo quem falta.'}
      </Text>
    </DeedDialog>
  );
}
