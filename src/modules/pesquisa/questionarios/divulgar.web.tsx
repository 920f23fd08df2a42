import { Anchor, CopyButton, Button, Modal, Stack, Text } from '@mantine/core';
import { useActing } from '#kit/acting/acting.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { useFocusBack } from '#kit/ui/use-focus-back.web.ts';

/** Where people answer who have no link: an address to hang up. */
export function Divulgar({ record, onClose }: DeedProps) {
  useFocusBack();
  const { empresaId } = useActing();
  const endereco = new URL(
    record.quiosque === true ? `/publico/quiosque?empresaId=${empresaId}` : '/pesquisa/colaborador-questionario',
    location.origin,
  ).href;
  return (
    <Modal opened onClose={onClose} title="Divulgar" size="lg">
      <Stack>
        <Text>
          {record.quiosque === true
            ? 'Neste endereço responde quem não tem e-mail nem acesso, com CPF e data de nascimento.'
            : 'Neste endereço responde quem tem acesso ao sistema. Os outros respondem pelo link do e-mail.'}
        </Text>
        <Anchor href={endereco} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
          {endereco}
        </Anchor>
        <CopyButton value={endereco}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} style={{ alignSelf: 'flex-start' }}>
              {copied ? 'Copiado' : 'Copiar endereço'}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Modal>
  );
}
