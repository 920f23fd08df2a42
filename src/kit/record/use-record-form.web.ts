import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { formValues } from '#kit/fields/form-values.web.ts';
import { writable } from '#kit/form/form.ts';
import { useDraft } from '#kit/form/form-draft.web.ts';
import { useJudgedForm } from '#kit/form/use-judged-form.web.ts';
import { useSaveKey } from '#kit/form/use-save-key.web.ts';
import { EDITING, useUnsavedGuard } from '#kit/form/use-unsaved-guard.web.ts';
import { listAddress } from '#kit/query/use-list-state.web.ts';
import type { FormPageProps, RecordRow } from '#kit/registry/view.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { isSame, type Meeting, merged } from './merge.ts';
import { sendRecord } from './send-record.web.ts';
import { useFormPlaces } from './use-form-places.web.ts';

export interface RecordFormProps extends FormPageProps {
  title: string;
  /** the saved record; absent for a new one */
  record?: RecordRow;
  /** the initial values: the record, or a new one's values from elsewhere */
  initial?: Readonly<Record<string, unknown>>;
  /** the record that a new one is copied from */
  copied?: number;
  /** loads the saved record again, after an action changed it */
  onReload?: () => Promise<unknown>;
}

/**
 * The state and actions of one record's form: judged by `check` as on the server, sent once, and merged with what others saved.
 */
export function useRecordForm(props: RecordFormProps) {
  const { path, registry, view, id, record, initial, copied, back, onward, onReload } = props;
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const queries = useQueryClient();
  const can = useCan();
  // The server decides what a saved record allows.
  const mayEdit = record ? record.acoes?.includes('editar') === true : !registry.readOnly && can(`${registry.authority}_EDITAR`);
  /** the record as this form last received it */
  const [known, setKnown] = useState(record);
  /** what somebody else saved meanwhile */
  const [theirs, setTheirs] = useState<RecordRow | null>(null);

  const start = useMemo(() => formValues(registry.fields, initial, !record), [registry, initial, record]);
  const { inputs: form, isWaiting, submit, mark } = useJudgedForm(registry, start, known);
  const { isDirty, isSubmitting, defaultValues } = form.formState;
  const isBusy = isWaiting || isSubmitting;
  const draft = useDraft(form, copied === undefined ? path : `${path}:${copied}`, id, mayEdit);
  const guard = useUnsavedGuard(isDirty && mayEdit, draft.forget);
  /** the record's own page, which is edited in its place */
  const isInPlace = id !== undefined && search.has(EDITING);
  const places = useFormPlaces(registry, (id === undefined || isInPlace) && mayEdit && !draft.offered);

  const read = () => {
    const next = new URLSearchParams(search);
    next.delete(EDITING);
    return navigate({ search: next.toString() }, { replace: true });
  };
  const leave = () => (isInPlace ? read() : navigate(back ?? listAddress(path)));
  const beginsAnother = useRef(false);
  const done = async (savedId: number | undefined) => {
    draft.forget();
    toast.success('Registro salvo com sucesso.');
    // The record itself is read by `onReload`.
    const isOwn = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.length === 3 && queryKey[2] === id;
    void queries.invalidateQueries({ queryKey: ['registro', path], predicate: (query) => !isOwn(query) });
    void queries.invalidateQueries({ queryKey: ['opcoes', path] });
    view?.afterSave?.(queries);
    if (beginsAnother.current) {
      form.reset(start);
      key.current = newKey();
      places.focusFirst();
      return;
    }
    guard.release();
    const next = savedId === undefined ? listAddress(path) : (onward?.(savedId) ?? back);
    if (next !== undefined) await navigate(next);
    else if (id === undefined) await navigate(`/${path}/${savedId}`, { replace: true });
    else {
      await onReload?.();
      if (isInPlace) await read();
    }
  };

  // One key for a new record: sending it again after a lost answer does not make it twice.
  const key = useRef(newKey());
  const send = async (values: FieldValues, versao = known?.versao) => {
    const sent = await sendRecord(path, id, { ...values, ...(versao === undefined ? {} : { versao }) }, key.current);
    if (sent.as === 'saved') await done(sent.id);
    else if (sent.as === 'stale') {
      // The record is already as I wanted it: an earlier save of mine arrived and its answer was lost.
      if (isSame(writable(registry), form.getValues(), formValues(registry.fields, sent.present))) await done(sent.present.id);
      else setTheirs(sent.present);
    } else if (sent.as === 'faulty') {
      mark(sent.issues);
      places.showFaults(sent.issues);
    } else if (sent.as === 'refused') places.tell(sent.message);
  };
  const save = (another = false) =>
    submit(async (values) => {
      beginsAnother.current = another;
      places.untell();
      const question = await view?.asksBeforeSave?.(values, defaultValues ?? {}, id);
      if (
        question === undefined ||
        (await confirm({ header: 'Confirme antes de salvar', message: question, ok: 'Salvar mesmo assim', danger: true }))
      )
        await send(values);
    }, places.showFaults);
  useSaveKey(mayEdit ? () => isBusy || void save() : undefined);

  return { form, mayEdit, isBusy, isInPlace, draft, places, save, leave, conflict: theirs && conflictWith(theirs) };

  function conflictWith(present: RecordRow) {
    const meeting: Meeting = {
      base: formValues(registry.fields, known),
      mine: form.getValues(),
      theirs: formValues(registry.fields, present),
    };
    const goOn = () => {
      setKnown(present);
      setTheirs(null);
    };
    return {
      meeting,
      onClose: () => setTheirs(null),
      onTakeTheirs() {
        form.reset(meeting.theirs);
        draft.forget();
        goOn();
      },
      onKeepMine() {
        form.reset(merged(writable(registry), meeting), { keepDefaultValues: true });
        goOn();
        void submit((values) => send(values, present.versao), places.showFaults);
      },
    };
  }
}
