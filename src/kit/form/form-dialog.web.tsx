import { Alert, Box, Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import type { Inputs } from '#kit/fields/input-state.web.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import type { AnyForm } from './form.ts';
import { FormField } from './form-field.web.tsx';
import { useSentForm } from './use-sent-form.web.ts';

export interface FormDialogProps {
  form: AnyForm;
  title: string;
  /** what stands above the inputs: the effect of the action */
  children?: ReactNode;
  /** what stands below the inputs, and may read them as `useWatch` gives them: a preview */
  foot?: ReactNode;
  /** the button that sends */
  ok: string;
  /** red button: something is lost */
  danger?: boolean;
  /** the server will certainly refuse: there is nothing to send */
  isBlocked?: boolean;
  /** the initial values of the inputs */
  start?: Readonly<Record<string, unknown>>;
  inputs?: Inputs;
  /** Sends the judged values. The dialog shows what the server refuses, and stays open. */
  send(values: FieldValues): Promise<unknown>;
  onClose(isDone: boolean): void;
}

/** The dialog opens with the focus in its first input, or at the way back where nothing is typed; never at the cross that closes it. */
const beginHere = (form: HTMLElement | null) =>
  (form?.querySelector(':is(input, textarea):not([disabled], [readonly])') ?? form?.querySelector('button'))?.setAttribute(
    'data-autofocus',
    'true',
  );

/** A form in a dialog: judged like every form, with its faults at their inputs and all others above the buttons. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, children, foot, ok, danger, isBlocked, start, inputs: own, send, onClose } = props;
  const { inputs, problem, isBusy, submit } = useSentForm(form, start, async (values) => {
    await send(values);
    onClose(true);
  });
  // One key too many does not throw away what was typed; the cross and the way back do.
  const { isDirty } = inputs.formState;
  return (
    <Dialog onClose={() => onClose(false)} title={title} size="lg" closeOnClickOutside={false} closeOnEscape={!isDirty}>
      <FormFieldsContext value={form.fields}>
        <FormProvider {...inputs}>
          <form
            ref={beginHere}
            noValidate
            aria-label={title}
            onSubmit={(event) => {
              event.preventDefault();
              // A dialog may stand inside a record's form, which must not be saved by this event.
              event.stopPropagation();
              void submit();
            }}
          >
            {children && <Box mb="md">{children}</Box>}
            <FieldGrid>
              {Object.keys(form.fields).map((name) => (
                <FormField key={name} form={form} name={name} control={inputs.control} {...(own ? { inputs: own } : {})} />
              ))}
            </FieldGrid>
            {foot && <Box mt="md">{foot}</Box>}
            {problem !== null && <Alert mt="md" color="red" role="alert" icon={<IconAlertCircle size={18} />} title={problem} />}
            <Group justify="flex-end" mt="lg">
              <Button variant="default" onClick={() => onClose(false)}>
                Voltar
              </Button>
              <Button type="submit" disabled={isBlocked} loading={isBusy} {...(danger ? { color: 'red.8' } : {})}>
                {ok}
              </Button>
            </Group>
          </form>
        </FormProvider>
      </FormFieldsContext>
    </Dialog>
  );
}
