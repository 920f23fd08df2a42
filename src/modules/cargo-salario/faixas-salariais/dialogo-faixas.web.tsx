import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#kit/client/client.web.ts';

type Faltas = Readonly<Record<string, string>>;

/** Sends a dialog about bands of a position, unless something is missing. The server says of `cargo` that it has a band of that name: the dialog shows it at `campoDoNome`, where the name is typed. */
export function useEnvio(campoDoNome: string) {
  const [faults, setFaults] = useState<Faltas>({});
  const [isBusy, setBusy] = useState(false);
  const send = async (missing: Faltas, request: () => Promise<void>) => {
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await request();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'FIELD_VALIDATION_VIOLATION')
        setFaults(
          Object.fromEntries(
            (error.errors ?? []).map(({ field, message }) => [field === 'cargo' ? campoDoNome : field, message]),
          ),
        );
    } finally {
      setBusy(false);
    }
  };
  return { faults, isBusy, send };
}

interface DialogoProps {
  title: string;
  action: string;
  isBusy: boolean;
  /** by field; MSG-197 says that there are some */
  faults: Faltas;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

export function DialogoFaixas({ title, action, isBusy, faults, onSubmit, onCancel, children }: DialogoProps) {
  return (
    <Modal opened onClose={onCancel} title={title} size="768px">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="sm">
          {children}
          {Object.keys(faults).length > 0 && (
            <Alert role="alert" color="red" icon={<IconAlertCircle size={18} />} title="Preencha os campos indicados" />
          )}
          <Group justify="flex-end" mt="sm">
            <Button variant="default" onClick={onCancel}>
              Cancelar
            </Button>
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
