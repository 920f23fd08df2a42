import { Button } from '@mantine/core';
import { Empty } from '#kit/ui/empty.web.tsx';

/** A list that could not be loaded, and the way to try again. */
export function ListFault({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Empty
      message="Não foi possível carregar os registros."
      action={
        <Button variant="default" onClick={() => void onRetry()}>
          Tentar de novo
        </Button>
      }
    />
  );
}
