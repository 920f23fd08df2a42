import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle, IconDeviceFloppy, IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { ApiError, api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import { formValues } from '#kit/fields/form-values.web.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { DraftOffer } from '#kit/form/draft-offer.web.tsx';
import classes from '#kit/form/form.module.css';
import { writable } from '#kit/form/form.ts';
import { useDraft } from '#kit/form/form-draft.web.ts';
import { countFaults, firstFault, focusField, INVALID, looseSentences } from '#kit/form/form-faults.web.ts';
import { formTabs } from '#kit/form/form-tabs.web.ts';
import { useJudgedForm } from '#kit/form/use-judged-form.web.ts';
import { useSaveKey } from '#kit/form/use-save-key.web.ts';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.web.ts';
import { HistoryDrawer } from '#kit/history/history-drawer.web.tsx';
import { listAddress } from '#kit/query/use-list-state.web.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { FormSheet } from '#kit/registry/form-sheet.web.tsx';
import type { FormPageProps, RecordRow } from '#kit/registry/view.web.tsx';
import { useTransitions } from '#kit/transition/use-transitions.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { ConflictDialog } from './conflict-dialog.web.tsx';
import { isSame, merged } from './merge.ts';

interface Props extends FormPageProps {
  title: string;
  /** the saved record; absent for a new one */
  record?: RecordRow;
  /** what the inputs begin with: the record, or what a new one takes from elsewhere */
  initial?: Readonly<Record<string, unknown>>;
  /** the record that a new one is copied from */
  copied?: number;
  /** reads the saved record anew, after a deed changed it */
  onReload?: () => Promise<unknown>;
}

const UNSAVED = 'Salve as alterações, ou saia sem salvá-las, antes de continuar.';

/** The form of one record: judged by `check` here as on the server. */
export function RecordForm(props: Props) {
  const { path, registry, view, module, id, title, record, initial, copied, back, onward, onReload } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const can = useCan();
  const { moduleTitle } = useActing();
  // What leads to nobody has no history.
  const isUnnamed = registry.trail === 'none';
  // What a record that stands allows is the server's to say.
  const mayEdit = record ? record.acoes?.includes('editar') === true : !registry.readOnly && can(`${registry.authority}_EDITAR`);
  /** the record as this form last heard of it */
  const [known, setKnown] = useState(record);
  /** what somebody else saved meanwhile */
  const [conflict, setConflict] = useState<RecordRow | null>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  const [problem, setProblem] = useState<{ message: string; focus?: string } | null>(null);

  // A tab of nothing but fields that the user may not read would be an empty sheet.
  const tabs = useMemo(
    () =>
      formTabs(registry, registry.singular).filter(({ fields }) => fields.some((name) => !isHidden(registry.fields[name], can))),
    [registry, can],
  );
  const order = useMemo(() => tabs.flatMap(({ fields }) => fields), [tabs]);
  const [tab, setTab] = useState<string>('0');

  const start = useMemo(() => formValues(registry.fields, initial, !record), [registry, initial, record]);
  const { inputs: form, submit, mark } = useJudgedForm(registry, start, known);
  const { control, formState } = form;
  const { errors, isDirty, isSubmitting, defaultValues } = formState;
  const draft = useDraft(form, copied === undefined ? path : `${path}:${copied}`, id, mayEdit);
  const guard = useUnsavedGuard(isDirty && mayEdit, draft.forget);

  const showFaults = (issues: readonly Issue[]) => {
    const path = firstFault(issues, order);
    const top = path?.split('.')[0] ?? '';
    const place = tabs.findIndex(({ fields }) => fields.includes(top));
    if (place >= 0) setTab(String(place));
    setProblem({ message: [INVALID, ...looseSentences(issues, order)].join('. '), ...(path ? { focus: path } : {}) });
  };
  // After the tab with the fault is on the screen.
  useEffect(() => {
    if (!problem?.focus) return;
    const frame = requestAnimationFrame(() => focusField(problem.focus ?? ''));
    return () => cancelAnimationFrame(frame);
  }, [problem]);

  // A new record is typed at once: its first input takes the focus, unless a draft waits for an answer above it, the page is the first
  // of the visit (where the skip link comes first) or a keyboard would cover half the screen.
  const arrivedBy = useRef(useLocation().key);
  const startsTyping = useRef(id === undefined && mayEdit && !draft.offered && arrivedBy.current !== 'default');
  useEffect(() => {
    if (!startsTyping.current || !matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    startsTyping.current = false;
    tabs[0]?.fields.some(focusField);
  }, [tabs]);

  const done = async (savedId: number) => {
    draft.forget();
    guard.release();
    toast.success('Registro salvo com sucesso.');
    void queries.invalidateQueries({ queryKey: ['registro', path] });
    void queries.invalidateQueries({ queryKey: ['opcoes', path] });
    await navigate(onward?.(savedId) ?? back ?? listAddress(path));
  };
  const meetingWith = (theirs: RecordRow) => ({
    base: formValues(registry.fields, known),
    mine: form.getValues(),
    theirs: formValues(registry.fields, theirs),
  });
  // Sent again because no answer came, a new record is not made twice.
  const key = useRef(newKey());
  const send = async (values: FieldValues, versao = known?.versao) => {
    const body = { ...values, ...(versao === undefined ? {} : { versao }) };
    const options = { silent: ['FIELD_VALIDATION_VIOLATION', 'REGISTRO_ALTERADO', 'JA_SALVO'] };
    let saved: RecordRow;
    try {
      saved = await (id === undefined
        ? api.post<RecordRow>(path, body, { ...options, headers: { 'Idempotency-Key': key.current } })
        : api.put<RecordRow>(`${path}/${id}`, body, options));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const present = (error.body as { registro?: RecordRow } | undefined)?.registro;
      if (error.code === 'REGISTRO_ALTERADO' && present) {
        // It stands as I wanted it: an earlier save of mine arrived, its answer was lost.
        if (isSame(writable(registry), form.getValues(), formValues(registry.fields, present))) await done(present.id);
        else setConflict(present);
      } else if (error.code === 'FIELD_VALIDATION_VIOLATION') {
        const issues = error.errors ?? [{ field: '', message: error.message }];
        mark(issues);
        showFaults(issues);
      } else if (error.code === 'JA_SALVO') {
        setProblem({ message: error.message });
      } else if (error.status === 0 || error.status >= 500) {
        // The notice goes away; whoever comes back to the screen must still read that nothing was saved.
        setProblem({
          message: `${error.message} O que você digitou continua aqui: salve de novo em instantes.`,
        });
      }
      return;
    }
    await done(saved.id);
  };
  const deeds = useTransitions(props, async () => {
    await queries.invalidateQueries({ queryKey: ['registro', path, 'lista'] });
    await onReload?.();
  });
  const save = () =>
    submit(async (values) => {
      setProblem(null);
      const question = await view?.asksBeforeSave?.(values, defaultValues ?? {}, id);
      if (question === undefined || (await confirm({ message: question, ok: 'Salvar mesmo assim', danger: true })))
        await send(values);
    }, showFaults);

  useSaveKey(mayEdit ? () => isSubmitting || void save() : undefined);

  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: module ?? moduleTitle(path.split('/')[0] ?? '') },
        { label: registry.title, to: listAddress(path) },
        { label: id === undefined ? 'Inserir' : mayEdit ? 'Editar' : 'Visualizar' },
      ]}
      actions={
        record && (
          <>
            {deeds.actionsOf(record).map(({ label, icon, danger, onClick }) => (
              <Button
                key={label}
                variant="default"
                leftSection={icon}
                {...(danger ? { c: 'var(--mantine-color-error)' } : {})}
                onClick={() => (isDirty ? toast.warn(UNSAVED) : void onClick?.())}
              >
                {label}
              </Button>
            ))}
            {!isUnnamed && (
              <Button
                variant="default"
                leftSection={<IconHistory size={18} stroke={1.8} aria-hidden />}
                onClick={() => setShowsHistory(true)}
              >
                Histórico
              </Button>
            )}
          </>
        )
      }
    >
      <DraftOffer {...draft} />
      {problem && (
        <Alert
          mb="md"
          color="red"
          role="alert"
          icon={<IconAlertCircle size={18} />}
          title={problem.message}
          withCloseButton
          closeButtonLabel="Fechar aviso"
          onClose={() => setProblem(null)}
        />
      )}
      <FormFieldsContext value={registry.fields}>
        <FormProvider {...form}>
          <form noValidate onSubmit={(event) => (event.preventDefault(), void save())} aria-label={title}>
            <FormSheet
              registry={registry}
              view={view}
              record={record}
              control={control}
              tabs={tabs}
              tab={tab}
              onTab={setTab}
              faults={countFaults(errors)}
              readOnly={!mayEdit}
            />
            <Group justify="flex-end" className={classes.buttons}>
              <Button variant="default" onClick={() => void navigate(back ?? listAddress(path))}>
                {mayEdit ? 'Cancelar' : 'Voltar'}
              </Button>
              {mayEdit && (
                <Button
                  type="submit"
                  loading={isSubmitting}
                  leftSection={<IconDeviceFloppy size={18} stroke={1.8} aria-hidden />}
                  aria-keyshortcuts="Control+S"
                >
                  Salvar
                </Button>
              )}
            </Group>
          </form>
        </FormProvider>
      </FormFieldsContext>
      {deeds.dialog}
      {conflict && (
        <ConflictDialog
          registry={registry}
          meeting={meetingWith(conflict)}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => {
            form.reset(formValues(registry.fields, conflict));
            draft.forget();
            setKnown(conflict);
            setConflict(null);
          }}
          onKeepMine={() => {
            form.reset(merged(writable(registry), meetingWith(conflict)), { keepDefaultValues: true });
            setKnown(conflict);
            setConflict(null);
            void submit((values) => send(values, conflict.versao), showFaults);
          }}
        />
      )}
      {showsHistory && id !== undefined && (
        <HistoryDrawer path={path} id={id} registry={registry} name={title} onClose={() => setShowsHistory(false)} />
      )}
    </Page>
  );
}
