import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle, IconDeviceFloppy, IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { toast } from '#kit/client/toast.web.ts';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import { DraftOffer } from '#kit/form/draft-offer.web.tsx';
import classes from '#kit/form/form.module.css';
import { countFaults } from '#kit/form/form-faults.web.ts';
import { HistoryDrawer } from '#kit/history/history-drawer.web.tsx';
import { listAddress } from '#kit/query/use-list-state.web.ts';
import { FormSheet } from '#kit/registry/form-sheet.web.tsx';
import { useTransitions } from '#kit/transition/use-transitions.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';
import { ConflictDialog } from './conflict-dialog.web.tsx';
import { type RecordFormProps, useRecordForm } from './use-record-form.web.ts';

const UNSAVED = 'Salve as alterações, ou saia sem salvá-las, antes de continuar.';

/** The form of one record. */
export function RecordForm(props: RecordFormProps) {
  const { path, registry, view, module, id, title, record } = props;
  const { moduleTitle } = useActing();
  const { form, mayEdit, draft, places, save, leave, conflict } = useRecordForm(props);
  const { errors, isSubmitting } = form.formState;
  const deed = id === undefined ? 'Inserir' : mayEdit ? 'Editar' : 'Visualizar';

  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: module ?? moduleTitle(path.split('/')[0] ?? '') },
        { label: registry.title, to: listAddress(path) },
        { label: deed },
      ]}
      actions={record && <Deeds {...props} record={record} isDirty={form.formState.isDirty} />}
    >
      <DraftOffer {...draft} />
      {places.problem !== undefined && (
        <Alert
          mb="md"
          color="red"
          role="alert"
          icon={<IconAlertCircle size={18} />}
          title={places.problem}
          withCloseButton
          closeButtonLabel="Fechar aviso"
          onClose={places.untell}
        />
      )}
      <FormFieldsContext value={registry.fields}>
        <FormProvider {...form}>
          <form noValidate onSubmit={(event) => (event.preventDefault(), void save())} aria-label={title}>
            <FormSheet
              registry={registry}
              view={view}
              record={record}
              control={form.control}
              tabs={places.tabs}
              tab={places.tab}
              onTab={places.setTab}
              faults={countFaults(errors)}
              readOnly={!mayEdit}
            />
            <Group justify="flex-end" className={classes.buttons}>
              <Button variant="default" onClick={() => void leave()}>
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
      {conflict && <ConflictDialog registry={registry} {...conflict} />}
    </Page>
  );
}

/** The actions on a saved record besides saving it: its transitions, and its history. */
function Deeds(props: RecordFormProps & { record: NonNullable<RecordFormProps['record']>; isDirty: boolean }) {
  const { path, registry, id, title, record, isDirty, onReload } = props;
  const queries = useQueryClient();
  const [showsHistory, setShowsHistory] = useState(false);
  const deeds = useTransitions(props, async () => {
    await queries.invalidateQueries({ queryKey: ['registro', path, 'lista'] });
    await onReload?.();
  });
  // A link elsewhere may lead to a deed (`?ato=promover`): its dialog is open on arrival.
  const [asked, setAsked] = useAddress('ato');
  useEffect(() => {
    if (asked === '') return;
    setAsked('');
    if (record.acoes?.includes(asked)) deeds.ask(asked, record);
  });
  return (
    <>
      {deeds.actionsOf(record).map(({ label, icon, danger, to, onClick }) => (
        <Button
          key={label}
          variant="default"
          leftSection={icon}
          {...(danger ? { c: 'var(--mantine-color-error)' } : {})}
          {...(to === undefined
            ? { onClick: () => (isDirty ? toast.warn(UNSAVED) : void onClick?.()) }
            : ({ component: Link, to } as object))}
        >
          {label}
        </Button>
      ))}
      {/* What leads to nobody has no history. */}
      {registry.trail !== 'none' && (
        <Button
          variant="default"
          leftSection={<IconHistory size={18} stroke={1.8} aria-hidden />}
          onClick={() => setShowsHistory(true)}
        >
          Histórico
        </Button>
      )}
      {deeds.dialog}
      {showsHistory && id !== undefined && (
        <HistoryDrawer path={path} id={id} registry={registry} name={title} onClose={() => setShowsHistory(false)} />
      )}
    </>
  );
}
