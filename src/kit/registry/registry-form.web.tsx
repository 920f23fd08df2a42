import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { fieldText } from '#kit/fields/cells.web.tsx';
import type { Field } from '#kit/fields/field.ts';
import { ApiError, api } from '#kit/http/client.web.ts';
import { useActing } from '#kit/module/acting.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { RecordForm } from './record-form.web.tsx';
import { listAddress } from './use-list-state.web.ts';
import type { FormPageProps, RecordRow } from './view.web.tsx';

/** The form page of a registry, or the one that its view puts in its place. */
export function RegistryFormPage(props: FormPageProps) {
  const Own = props.view?.form;
  return Own ? <Own {...props} /> : <StandardForm {...props} />;
}

/** The server's word for a record that is not, or no longer, there. */
const MISSING = 'NAO_ENCONTRADO';

/** The kit's own form page, for views that only wrap it. */
export function StandardForm(props: FormPageProps) {
  const { path, registry, id } = props;
  const [search] = useSearchParams();
  const copied = id === undefined ? search.get('copiarDe') : null;
  const source = id ?? (copied !== null && /^\d{1,15}$/.test(copied) ? Number(copied) : undefined);
  const { moduleTitle } = useActing();
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['registro', path, source],
    queryFn: ({ signal }) => api.get<RecordRow>(`${path}/${source}`, {}, { signal, silent: [MISSING] }),
    enabled: source !== undefined,
    // A form begins with what the server has now, and nothing changes it under the fingers.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  if (source === undefined || data) {
    const title = id === undefined ? `Inserir ${registry.singular}` : titleOf(props, data);
    return (
      <RecordForm
        key={`${path}:${id ?? 'novo'}:${source ?? ''}`}
        {...props}
        title={title}
        {...(id === undefined ? {} : { record: data })}
        {...(data ? { initial: data } : {})}
      />
    );
  }
  const isMissing = error instanceof ApiError && error.code === MISSING;
  return (
    <Page
      title={isError ? registry.singular : ''}
      breadcrumbs={[
        { label: props.module ?? moduleTitle(path.split('/')[0] ?? '') },
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

function titleOf({ registry }: FormPageProps, record: RecordRow | undefined): string {
  const field: Field | undefined = registry.fields[registry.label];
  // 'Inativo' is an answer, not the name of a record.
  const isName = field?.kind === 'text' || field?.kind === 'longText';
  return (isName && fieldText(field, record?.[registry.label])) || registry.singular;
}
