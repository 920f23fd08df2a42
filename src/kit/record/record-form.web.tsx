import { Alert, Box, Button, Group } from '@mantine/core';
import { IconAlertCircle, IconDeviceFloppy } from '@tabler/icons-react';
import { FormProvider } from 'react-hook-form';
import { useActing } from '#kit/acting/acting.web.tsx';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import { DraftOffer } from '#kit/form/draft-offer.web.tsx';
import classes from '#kit/form/form.module.css';
import { countFaults } from '#kit/form/form-faults.web.ts';
import { listAddress } from '#kit/query/use-list-state.web.ts';
import { FormSheet } from '#kit/registry/form-sheet.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { ConflictDialog } from './conflict-dialog.web.tsx';
import { RecordDeeds } from './record-deeds.web.tsx';
import { aboutRecord } from './record-head.web.tsx';
import { type RecordFormProps, useRecordForm } from './use-record-form.web.ts';

/** The form of one record. */
export function RecordForm(props: RecordFormProps) {
  const { path, registry, view, module, id, title, record } = props;
  const { moduleTitle } = useActing();
  const { form, mayEdit, isBusy, isInPlace, draft, places, save, leave, conflict } = useRecordForm(props);
  const { errors, isDirty } = form.formState;
  const Notice = view?.notice;
  const Foot = view?.foot;
  const verb = id === undefined ? 'Inserir' : mayEdit ? 'Editar' : 'Visualizar';

  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: module ?? moduleTitle(path.split('/')[0] ?? '') },
        { label: registry.title, to: listAddress(path) },
        { label: verb },
      ]}
      {...(record ? { about: aboutRecord({ path, registry, record, title }) } : {})}
      actions={record && !isInPlace ? <RecordDeeds {...props} record={record} isDirty={isDirty} /> : undefined}
    >
      {Notice && <Notice />}
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
              sections={places.sections}
              opened={places.opened}
              onOpen={places.open}
              faults={countFaults(errors)}
              readOnly={!mayEdit}
            />
            {Foot && mayEdit && (
              <Box mt="md">
                <Foot />
              </Box>
            )}
            <Group justify="flex-end" className={classes.buttons}>
              <Button variant="default" onClick={() => void leave()}>
                {mayEdit && (isDirty || isInPlace || !record) ? 'Cancelar' : 'Voltar'}
              </Button>
              {mayEdit && id === undefined && props.onward === undefined && (
                <Button variant="default" disabled={isBusy} onClick={() => void save(true)}>
                  Salvar e inserir outro
                </Button>
              )}
              {mayEdit && (
                <Button
                  type="submit"
                  loading={isBusy}
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
