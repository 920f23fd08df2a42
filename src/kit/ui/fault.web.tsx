import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Empty } from './empty.web.tsx';

/** In place of what could not be loaded: says so, and asks again. */
export function Fault({ message, onRetry, isBusy = false }: { message: string; onRetry: () => unknown; isBusy?: boolean }) {
  return (
    <Empty
      message={message}
      icon={<IconCloudOff size={24} stroke={1.6} />}
      action={
        <Button variant="default" loading={isBusy} onClick={() => void onRetry()}>
          Tentar de novo
        </Button>
      }
    />
  );
}
