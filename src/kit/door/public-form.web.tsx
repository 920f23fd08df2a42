import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { ApiError, api, type Query, queryString } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { UploadContext } from '#kit/fields/file-inputs.web.tsx';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import { formValues } from '#kit/fields/form-values.web.ts';
import type { Inputs } from '#kit/fields/input-state.web.ts';
import type { AnyForm } from '#kit/form/form.ts';
import { firstFault, focusField, INVALID, looseSentences } from '#kit/form/form-faults.web.ts';
import { FormField } from '#kit/form/form-field.web.tsx';
import { useJudgedForm } from '#kit/form/use-judged-form.web.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { type AnyDoor, uploadPath } from './door.ts';

interface Props {
  /** takes a POST */
  door: AnyDoor;
  /** what the address asks for beside the form: `empresaId` of whoever is not known */
  query?: Query;
  /** the button that sends */
  ok: string;
  /** stands in place of the form once it has been sent */
  sent: ReactNode;
  /** what the inputs begin with */
  start?: Readonly<Record<string, unknown>>;
  inputs?: Inputs;
}

/** The form of a door, for people who are no users: drawn, masked and judged as every form, and sent once though its answer is lost. */
export function PublicForm(props: Props) {
  const [isSent, setIsSent] = useState(false);
  const { can = NOTHING } = props.door;
  // Whoever is logged in besides has no more rights here than anybody.
  return (
    <AuthorityProvider authorities={can} user={null}>
      {isSent ? <div role="status">{props.sent}</div> : <Sheet {...props} onSent={() => setIsSent(true)} />}
    </AuthorityProvider>
  );
}

const NOTHING: readonly string[] = [];

function Sheet({ door, query, ok, start, inputs: own, onSent }: Props & { onSent: () => void }) {
  const form: AnyForm = door.form ?? EMPTY;
  const names = Object.keys(form.fields);
  // The form's key: what is sent again is saved once, and the files that were sent before are this form's.
  const [headers] = useState(() => ({ 'Idempotency-Key': newKey() }));
  const search = queryString(query);
  const uploads = useMemo(() => ({ path: `${uploadPath(door)}${search}`, headers, isPrivate: true }), [door, search, headers]);
  const { inputs, submit, mark } = useJudgedForm(
    form,
    useMemo(() => formValues(form.fields, start), [form, start]),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const showFaults = (issues: readonly Issue[]) => {
    setProblem([INVALID, ...looseSentences(issues, names)].join('. '));
    const path = firstFault(issues, names);
    if (path) requestAnimationFrame(() => focusField(path));
  };
  const send = async (values: FieldValues) => {
    setProblem(null);
    try {
      await api.post(`${door.path}${search}`, values, { silent: true, headers });
      onSent();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'FIELD_VALIDATION_VIOLATION') return setProblem(error.message);
      const issues = error.errors ?? [{ field: '', message: error.message }];
      mark(issues);
      showFaults(issues);
    }
  };
  return (
    <UploadContext value={uploads}>
      <FormFieldsContext value={form.fields}>
        <FormProvider {...inputs}>
          <form
            noValidate
            aria-label={door.summary}
            onSubmit={(event) => (event.preventDefault(), void submit(send, showFaults))}
          >
            <FieldGrid>
              {names.map((name) => (
                <FormField key={name} form={form} name={name} control={inputs.control} {...(own ? { inputs: own } : {})} />
              ))}
            </FieldGrid>
            {problem !== null && <Alert mt="md" color="red" role="alert" icon={<IconAlertCircle size={18} />} title={problem} />}
            <Group justify="flex-end" mt="lg">
              <Button type="submit" loading={inputs.formState.isSubmitting}>
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
