import { type FormEvent, useState } from 'react';
import { faultAt } from './portal-faults.ts';
import { useSending } from './portal-sending.web.tsx';
import { Button, TextField } from './portal-ui.web.tsx';

export interface SecretField {
  name: string;
  label: string;
  autoComplete: string;
}

/** A short form of passwords; faults of the server are at their fields. */
export function SecretForm({
  fields,
  ok,
  send,
}: {
  fields: readonly SecretField[];
  ok: string;
  send: (values: Record<string, string>) => Promise<void>;
}) {
  const [values, setValues] = useState<Record<string, string>>({});
  const { faults, busy, send: sends } = useSending({ at: fields[0]?.name ?? '' });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const missing = fields
      .filter(({ name }) => !values[name])
      .map(({ name, label }) => ({ field: name, message: `${label} é obrigatória` }));
    return sends(event, missing, async () => {
      await send(values);
      setValues({});
    });
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {fields.map(({ name, label, autoComplete }) => (
        <TextField
          key={name}
          type="password"
          label={label}
          name={name}
          autoComplete={autoComplete}
          required
          value={values[name] ?? ''}
          onText={(text) => setValues({ ...values, [name]: text })}
          fault={faultAt(faults, name)}
        />
      ))}
      <Button type="submit" busy={busy}>
        {ok}
      </Button>
    </form>
  );
}
