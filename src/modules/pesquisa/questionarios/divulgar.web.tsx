import { Anchor, Button, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { useActing } from '#kit/acting/acting.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { usePrintedAlone } from '#kit/ui/print.web.ts';
import { QrCode } from '#platform/questionario/qr.web.tsx';
import classes from './cartaz.module.css';

/** Where people answer who have no link of their own: an address to hang up. */
export function Divulgar({ record, onClose }: DeedProps) {
  const { empresaId, company } = useActing();
  usePrintedAlone();
  const quiosque = record.quiosque === true;
  const { href } = new URL(
    quiosque ? `/publico/quiosque?empresaId=${empresaId}` : `/pesquisa/colaborador-questionario/${record.id}`,
    location.origin,
  );
  const aviso = quiosque
    ? 'Aponte a câmera do celular. Você responde com o seu CPF e a sua data de nascimento.'
    : 'Aponte a câmera do celular. Você responde com o seu acesso ao sistema.';
  return (
    <Dialog onClose={onClose} title="Divulgar" size="lg">
      <Stack align="center" gap="md">
        <Title order={2} fz={22} ta="center" style={{ overflowWrap: 'anywhere' }}>
          {String(record.titulo)}
        </Title>
        <QrCode text={href} label={`Endereço para responder: ${href}`} />
        <Text ta="center">{aviso}</Text>
        <Anchor href={href} target="_blank" rel="noreferrer" size="sm" ta="center" style={{ overflowWrap: 'anywhere' }}>
          {href}
        </Anchor>
        <Group>
          <CopyButton value={href}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copiado' : 'Copiar endereço'}
              </Button>
            )}
          </CopyButton>
          <Button data-autofocus leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
            Imprimir cartaz
          </Button>
        </Group>
        {!quiosque && (
          <Text size="sm" c="dimmed" ta="center">
            Quem tem e-mail recebeu um link pessoal. Para quem não tem e-mail nem acesso, o questionário precisa aceitar o
            quiosque, o que se escolhe antes de liberar.
          </Text>
        )}
      </Stack>
      {createPortal(
        <div className={`vinculo-print ${classes.poster}`}>
          <p>{company}</p>
          <h1>{String(record.titulo)}</h1>
          <QrCode text={href} label="" />
          <p>{aviso}</p>
          <p className={classes.address}>{href}</p>
        </div>,
        document.body,
      )}
    </Dialog>
  );
}
