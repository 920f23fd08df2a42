import { Button, Loader } from '@mantine/core';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { ApiError, api } from '#kit/client/client.web.ts';
import { listAddress } from '#kit/query/use-list-state.web.ts';
import type { FormPageProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';

/** The server's word for a record that is not, or no longer, there. */
const MISSING = 'NAO_ENCONTRADO';

/** Reads a record for its page; that it is not there is told by `RecordWait`, not in a corner. */
export const readRecord = <T,>(path: string, id: number | undefined, signal: AbortSignal): Promise<T> =>
  api.get<T>(`${path}/${id}`, {}, { signal, silent: [MISSING] });

interface Props extends FormPageProps {
  query: { error: unknown; isError: boolean; refetch: () => unknown };
}

/** The page of a record while it is read, or in place of one that cannot be: a bookmark outlives what it names. */
export function RecordWait({ path, registry, module, id, query: { error, isError, refetch } }: Props) {
  const { moduleTitle } = useActing();
  const isMissing = error instanceof ApiError && error.code === MISSING;
  return (
    <Page
      title={isError ? registry.singular : ''}
      breadcrumbs={[
        { label: module ?? moduleTitle(path.split('/')[0] ?? '') },
        { label: registry.title, to: listAddress(path) },
        { label: id === undefined ? 'Inserir' : 'Editar' },
      ]}
    >
      {isMissing ? (
        <Empty
          message="Este registro não existe ou foi excluído."
          action={
            <Button variant="default" component={Link} to={listAddress(path)}>
              Voltar
            </Button>
          }
        />
      ) : isError ? (
        <Empty
          message="Não foi possível abrir o registro."
          action={
            <>
              <Button variant="default" onClick={() => void refetch()}>
                Tentar novamente
              </Button>
              <Button variant="subtle" component={Link} to={listAddress(path)}>
                {`Voltar para ${registry.title}`}
              </Button>
            </>
          }
        />
      ) : (
        <Loader aria-label="Carregando..." />
      )}
    </Page>
  );
}
