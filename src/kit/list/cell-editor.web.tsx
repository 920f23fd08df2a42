import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Field } from '#kit/fields/field.ts';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import { inputId } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { defineForm } from '#kit/form/form.ts';
import { useSentForm } from '#kit/form/use-sent-form.web.ts';
import classes from './list-table.module.css';

interface Props {
  name: string;
  field: Field;
  value: unknown;
  save: (value: unknown) => Promise<void>;
  /** `refocus`: the keyboard ended it, and goes on from the cell */
  onEnd: (refocus: boolean) => void;
}

/** The input of one value in its cell: Enter saves, Esc puts back, leaving it saves what is valid and has changed. */
export function CellEditor({ name, field, value, save, onEnd }: Props) {
  // A cell has no room for the hint.
  const bare = useMemo(() => ({ ...field, hint: '' }), [field]);
  const form = useMemo(() => defineForm({ fields: { [name]: bare } }), [name, bare]);
  const refocus = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const isEnded = useRef(false);
  const end = () => {
    isEnded.current = true;
    onEnd(refocus.current);
  };
  const { inputs, problem, submit } = useSentForm(form, { [name]: value }, async (values) => {
    if (JSON.stringify(values[name] ?? null) !== JSON.stringify(value ?? null)) await save(values[name] ?? null);
    end();
  });
  useEffect(() => {
    const input = document.getElementById(inputId(name));
    input?.focus();
    if (input instanceof HTMLInputElement && input.type === 'text') input.select();
  }, [name]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.stopPropagation();
      refocus.current = true;
      end();
    }
    // A picker takes the key while its list is open.
    if (event.key === 'Enter' && !event.defaultPrevented) {
      event.preventDefault();
      refocus.current = true;
      void submit();
    }
  };
  return (
    <FormFieldsContext value={form.fields}>
      <FormProvider {...inputs}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the keys of the input inside */}
        <div
          ref={box}
          className={classes.editor}
          onKeyDown={onKeyDown}
          onBlur={() =>
            // By then the focus has arrived: a list or a calendar of the input belongs to it.
            requestAnimationFrame(() => {
              const { activeElement } = document;
              const isInside =
                box.current?.contains(activeElement) || activeElement?.closest('[role="dialog"], [role="listbox"]');
              if (!isInside && !isEnded.current && !inputs.formState.isSubmitting) void submit();
            })
          }
        >
          <FieldInput name={name} path={name} field={bare} control={inputs.control} bare />
          {problem !== null && !inputs.formState.errors[name] && (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      </FormProvider>
    </FormFieldsContext>
  );
}
