import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { FieldFault } from './portal-faults.ts';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { look?: 'main' | 'plain' | 'danger'; busy?: boolean };

export const Button = ({ look = 'main', busy = false, className = '', type = 'button', ...rest }: ButtonProps) => (
  <button
    {...rest}
    type={type === 'submit' ? 'submit' : 'button'}
    className={`p-button p-${look} ${className}`}
    aria-busy={busy || undefined}
    disabled={rest.disabled || busy}
  />
);

/** A page: its title in the browser and above it, and its content. */
export function Page({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Área do candidato`;
  }, [title]);
  return (
    <>
      <h1 className="p-title">{title}</h1>
      {lead && <p className="p-lead">{lead}</p>}
      {children}
    </>
  );
}

export const Notice = ({ bad = false, children }: { bad?: boolean; children: ReactNode }) => (
  <div className={bad ? 'p-notice p-bad' : 'p-notice'} role={bad ? 'alert' : 'note'}>
    {children}
  </div>
);

export const Waiting = ({ children = 'Carregando…' }: { children?: ReactNode }) => (
  <p className="p-waiting" role="status">
    {children}
  </p>
);

interface Marks {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

interface FieldProps {
  label: string;
  required?: boolean;
  hint?: string | undefined;
  fault?: string | undefined;
  children: (marks: Marks) => ReactNode;
}

/** Label, input, hint and fault of one field. */
export function Field({ label, required = false, hint, fault, children }: FieldProps) {
  const id = useId();
  const about = [hint ? `${id}-dica` : '', fault ? `${id}-falta` : ''].filter(Boolean).join(' ');
  return (
    <div className="p-field">
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="p-star" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children({ id, ...(fault ? { 'aria-invalid': true } : {}), ...(about ? { 'aria-describedby': about } : {}) })}
      {hint && (
        <p id={`${id}-dica`} className="p-hint">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-falta`} className="p-fault">
          {fault}
        </p>
      )}
    </div>
  );
}

type TextProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: string;
  name: string;
  value: string;
  onText: (text: string) => void;
  hint?: string;
  fault?: string | undefined;
};

export const TextField = ({ label, hint, fault, onText, required, ...rest }: TextProps) => (
  <Field label={label} required={required ?? false} hint={hint} fault={fault}>
    {(marks) => <input {...rest} {...marks} required={required} onChange={(event) => onText(event.currentTarget.value)} />}
  </Field>
);

/** A file of the telephone. The browser's own words for it are in the browser's language, so they are covered by ours. */
export const FileInput = ({ chosen, ...rest }: InputHTMLAttributes<HTMLInputElement> & { chosen?: string | undefined }) => (
  <span className="p-choose">
    <input {...rest} type="file" />
    <span className="p-button p-plain" aria-hidden="true">
      Escolher Arquivo
    </span>
    <span aria-hidden="true">{chosen ?? 'Nenhum Arquivo selecionado.'}</span>
  </span>
);

export function Check({
  label,
  checked,
  onCheck,
  fault,
  name,
}: {
  label: ReactNode;
  checked: boolean;
  onCheck: (checked: boolean) => void;
  fault?: string | undefined;
  name?: string;
}) {
  const id = useId();
  return (
    <div className="p-field">
      <label className="p-check">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? id : undefined}
          onChange={(event) => onCheck(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {fault && (
        <p id={id} className="p-fault">
          {fault}
        </p>
      )}
    </div>
  );
}

/** A dialog of the browser itself; `locked`: it stays until what it asks is done. */
export function Window({
  title,
  onClose,
  locked = false,
  children,
}: {
  title: string;
  onClose: () => void;
  locked?: boolean;
  children: ReactNode;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it is taken off the page: only then does the focus go back to where it came from.
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // The browser itself would choose the cross. A form begins at its first input, anything else at its title.
    const first = dialog?.querySelector<HTMLElement>('form :is(input, select, textarea):enabled') ?? dialog?.querySelector('h2');
    first?.focus();
    return () => dialog?.close();
  }, []);
  // At the end of the page: a dialog may have a form of its own, and none stands in another.
  return createPortal(
    <dialog
      ref={box}
      className="p-window"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!locked) onClose();
      }}
    >
      <header>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {!locked && (
          <button type="button" className="p-close" aria-label="Fechar" onClick={onClose}>
            ×
          </button>
        )}
      </header>
      <div className="p-window-body">{children}</div>
    </dialog>,
    document.body,
  );
}

/** Asks before something that is not undone. */
export function Confirm({
  text,
  ok,
  onOk,
  onClose,
}: {
  text: ReactNode;
  ok: string;
  onOk: () => Promise<void>;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <Window title="Confirmação" onClose={onClose}>
      <div>{text}</div>
      <div className="p-actions">
        <Button look="plain" onClick={onClose}>
          Cancelar
        </Button>
        <Button
          look="danger"
          busy={busy}
          onClick={() => {
            setBusy(true);
            void onOk().finally(() => setBusy(false));
          }}
        >
          {ok}
        </Button>
      </div>
    </Window>
  );
}

/** The faults that belong to no field of the page. */
export const Faults = ({ faults }: { faults: readonly FieldFault[] }) =>
  faults.length > 0 && (
    <Notice bad>
      <strong>Preencha os campos indicados</strong>
      <ul className="p-faults">
        {faults.map(({ field, message }) => (
          <li key={field}>{message}</li>
        ))}
      </ul>
    </Notice>
  );

/** Moves the focus to the first faulty input of a form, once it is drawn. */
export const toFirstFault = (form: HTMLElement | null): void =>
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
