import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { api, type Query, queryString } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { UploadContext } from '#kit/fields/file-inputs.web.tsx';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import type { Inputs } from '#kit/fields/input-state.web.ts';
import type { AnyForm } from '#kit/form/form.ts';
import { FormField } from '#kit/form/form-field.web.tsx';
import { useSentForm } from '#kit/form/use-sent-form.web.ts';
import { type AnyDoor, uploadPath } from './door.ts';

interface Props {
  /** the door takes a POST */
  door: AnyDoor;
  /** what the address needs beside the form; by default the `empresaId` of the page's own address */
  query?: Query;
  /** the button that sends */
  ok: string;
  /** what replaces the form once it has been sent */
  sent: ReactNode;
  /** the initial values of the inputs */
  start?: Readonly<Record<string, unknown>>;
  inputs?: Inputs;
}

/**
 * The form of a door, for people who are no users: drawn, masked and judged like every form, and saved once even if its answer is
 * lost.
 */
export function PublicForm(props: Props) {
  const [isSent, setIsSent] = useState(false);
  const { can = NOTHING } = props.door;
  // Somebody who is also logged in has no more rights here than anybody else.
  return (
    <AuthorityProvider authorities={can} user={null}>
      {isSent ? <Sent>{props.sent}</Sent> : <Sheet {...props} onSent={() => setIsSent(true)} />}
    </AuthorityProvider>
  );
}

const NOTHING: readonly string[] = [];

const goTo = (box: HTMLElement | null) => box?.focus();

/** Moves the focus of screen readers to what replaces the form. */
function Sent({ children }: { children: ReactNode }) {
  return (
    <div role="status" tabIndex={-1} ref={goTo} style={{ outline: 'none' }}>
      {children}
    </div>
  );
}

function Sheet({ door, query, ok, start, inputs: own, onSent }: Props & { onSent: () => void }) {
  const form: AnyForm = door.form ?? EMPTY;
  // The form's key: a repeated request is saved once, and the files sent before belong to this form.
  const [headers] = useState(() => ({ 'Idempotency-Key': newKey() }));
  const [here] = useSearchParams();
  const search = queryString(query ?? { empresaId: here.get('empresaId') });
  const uploads = useMemo(() => ({ path: `${uploadPath(door)}${search}`, headers, isPrivate: true }), [door, search, headers]);
  const { inputs, problem, isBusy, submit } = useSentForm(form, start, async (values) => {
    await api.post(`${door.path}${search}`, values, { silent: true, headers });
    onSent();
  });
  return (
    <UploadContext value={uploads}>
      <FormFieldsContext value={form.fields}>
        <FormProvider {...inputs}>
          <form noValidate aria-label={door.summary} onSubmit={(event) => (event.preventDefault(), void submit())}>
            <FieldGrid>
              {Object.keys(form.fields).map((name) => (
                <FormField key={name} form={form} name={name} control={inputs.control} {...(own ? { inputs: own } : {})} />
              ))}
            </FieldGrid>
            {problem !== null && <Alert mt="md" color="red" role="alert" icon={<IconAlertCircle size={18} />} title={problem} />}
            <Group justify="flex-end" mt="lg">
              <Button type="submit" loading={isBusy}>
                {ok}
              </Button>
            </Group>
          </form>
        </FormProvider>
      </FormFieldsContext>
    </UploadContext>
  );
}

const EMPTY: AnyForm = { fields: {} };
