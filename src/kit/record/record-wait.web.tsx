import { Button } from '@mantine/core';
import { useContext } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { ApiError, api } from '#kit/client/client.web.ts';
import { listAddress } from '#kit/query/use-list-state.web.ts';
import type { FormPageProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { MissingRecord } from './missing-record.web.ts';

/** The server's code for a record that does not exist, or no longer does. */
const MISSING = 'NAO_ENCONTRADO';

/** Reads a record for its page; `RecordWait` shows a missing record in place of the page, instead of a toast. */
export const readRecord = <T,>(path: string, id: number | undefined, signal: AbortSignal): Promise<T> =>
  api.get<T>(`${path}/${id}`, {}, { signal, silent: [MISSING] });

interface Props extends FormPageProps {
  query: { error: unknown; isError: boolean; refetch: () => unknown };
}

/** The page of a record while it is loaded, or in place of one that cannot be: a bookmark outlives its record. */
export function RecordWait({ path, registry, module, id, query: { error, isError, refetch } }: Props) {
  const { moduleTitle } = useActing();
  const drawMissing = useContext(MissingRecord);
  const isMissing = error instanceof ApiError && error.code === MISSING;
  return (
    <Page
      title={isError ? registry.singular : ''}
      breadcrumbs={[
        { label: module ?? moduleTitle(path.split('/')[0] ?? '') },
        { label: registry.title, to: listAddress(path) },
        { label: id === undefined ? 'Inserir' : registry.singular },
      ]}
    >
      {isMissing && id !== undefined ? (
        drawMissing({
          path,
          id,
          children: (
            <Empty
              message="Este registro não existe ou foi excluído."
              action={
                <Button variant="default" component={Link} to={listAddress(path)}>
                  Voltar
                </Button>
              }
            />
          ),
        })
      ) : isError ? (
        <Empty
          message="Não foi possível abrir o registro."
          action={
            <>
              <Button variant="default" onClick={() => void refetch()}>
                Tentar de novo
              </Button>
              <Button variant="subtle" component={Link} to={listAddress(path)}>
                {`Voltar para ${registry.title}`}
              </Button>
            </>
          }
        />
      ) : (
        <Waiting />
      )}
    </Page>
  );
}
