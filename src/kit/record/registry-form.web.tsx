import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { retryOnMount } from '#kit/client/ask-ahead.web.ts';
import type { Field } from '#kit/fields/field.ts';
import { EDITING } from '#kit/form/use-unsaved-guard.web.ts';
import { useKnown } from '#kit/registry/known.web.ts';
import { useRecordHalf, withRecordHalf } from '#kit/registry/record-half.web.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import type { FormPageProps, RecordRow, RegistryView } from '#kit/registry/view.web.tsx';
import { RecordForm } from './record-form.web.tsx';
import { RecordPage } from './record-page.web.tsx';
import { RecordWait, readRecord } from './record-wait.web.tsx';

/** The page of a record, or of a new one, or the page that the registry's view replaces it with. */
export function RegistryFormPage(props: FormPageProps) {
  const view = useRecordHalf(props.view);
  const Form = view?.form ?? StandardForm;
  return <Form {...props} {...(view ? { view } : {})} registry={useKnown(props.registry)} />;
}

const recordQuery = (path: string, id: number | undefined) =>
  queryOptions({
    queryKey: ['registro', path, id],
    queryFn: ({ signal }) => readRecord<RecordRow>(path, id, signal),
    // A form starts with the server's present data, and nothing changes it while somebody types.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount,
  });

/** What the page of a record shows, unless its view has a page of its own. */
export async function askedByRecord(path: string, view: RegistryView, id: number) {
  return (await withRecordHalf(view)).form ? [] : [recordQuery(path, id)];
}

/** The kit's own page of a record, for views that only wrap it: to be read, or its form. */
export function StandardForm(props: FormPageProps) {
  const { path, registry, id } = props;
  const [search] = useSearchParams();
  const copied = id === undefined ? search.get('copiarDe') : null;
  const source = id ?? (copied !== null && /^\d{1,15}$/.test(copied) ? Number(copied) : undefined);
  const query = useQuery({ ...recordQuery(path, source), enabled: source !== undefined });
  const { data } = query;
  // An action changed the record: its form starts again with the server's present data.
  const [turn, setTurn] = useState(0);
  const reload = async () => {
    await query.refetch();
    setTurn((was) => was + 1);
  };

  if (id !== undefined && data && !beginsAsForm(props, data, search.has(EDITING)))
    return <RecordPage {...props} title={titleOf(props, data)} record={data} onReload={reload} />;
  if (source === undefined || data) {
    const title = id === undefined ? `Inserir ${registry.singular}` : titleOf(props, data);
    const initial = id === undefined && props.view?.begin ? props.view.begin(data) : data;
    return (
      <RecordForm
        key={`${path}:${id ?? 'novo'}:${source ?? ''}:${turn}`}
        {...props}
        title={title}
        {...(id === undefined ? {} : { record: data, onReload: reload })}
        {...(initial ? { initial } : {})}
        {...(id === undefined && source !== undefined ? { copied: source } : {})}
      />
    );
  }
  return <RecordWait {...props} query={query} />;
}

/** A form with more inputs than this is read before it is changed. */
const MOST_INPUTS = 6;

/** Whether a record that the reader may change opens as its form: when asked to, as a step of other work, or when it is a line or two. */
function beginsAsForm({ registry, view, back }: FormPageProps, { acoes }: RecordRow, isAsked: boolean): boolean {
  if (!acoes?.includes('editar')) return false;
  const { fields, sections, headline, lifecycle, deeds } = registry;
  const isSmall =
    !(sections || headline || lifecycle || deeds || view?.panels) &&
    Object.keys(fields).length <= MOST_INPUTS &&
    !Object.values(fields).some(({ kind }) => kind === 'rows');
  return isAsked || isSmall || back !== undefined;
}

function titleOf({ registry }: FormPageProps, record: RecordRow | undefined): string {
  const field: Field | undefined = registry.fields[registry.label];
  // 'Inativo' is a value, not the name of a record.
  const isName = field?.kind === 'text' || field?.kind === 'longText';
  return isName && record?.[registry.label] ? nameOfRow(record, registry) : registry.singular;
}
