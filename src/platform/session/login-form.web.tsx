import { useMaskito } from '@maskito/react';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { cpfMask } from '#kit/ui/inputs/masks.web.ts';
import { useTakenOver } from '#kit/ui/taken-over.web.ts';
import classes from './login-form.module.css';

interface Company {
  id: number;
  nome: string;
}

export interface Credentials {
  cpf: string;
  senha: string;
  empresaId: number | null;
  /** a wish: entered when no company is demanded and the user may */
  preferida: number | null;
}

interface LoginFormProps {
  /** A candidate must choose the company of the vacancies; a user without a choice enters the first company that they may. */
  companyIs: 'required' | 'optional';
  /** the company in the link */
  linked?: number | null;
  /** it, where its name is known before the others are */
  company?: Company | null;
  /** shown as the choice until another is made; not demanded, because its user may have changed */
  preferred?: number | null;
  /** logs in, or fails with the sentence to show */
  enter: (credentials: Credentials) => Promise<void>;
  /** where a lost password is recovered */
  recovery: (empresaId: number | null) => string;
}

/** The companies to choose from: all when `cpf` is null, else loaded once the CPF is complete. */
function useCompanies(cpf: string | null): readonly Company[] {
  const [companies, setCompanies] = useState<readonly Company[]>([]);
  const bare = cpf === null ? null : cpfNumber.normalize(cpf);
  const isAsked = bare === null || (bare.length === 11 && cpfNumber.isValid(bare));
  useEffect(() => {
    setCompanies([]);
    if (!isAsked) return;
    const leaving = new AbortController();
    api
      .get<Company[]>('/api/login/empresas', bare === null ? {} : { cpf: bare }, {
        quiet: true,
        silent: true,
        signal: leaving.signal,
      })
      .then(setCompanies, () => undefined);
    return () => leaving.abort();
  }, [bare, isAsked]);
  return companies;
}

interface FieldProps {
  label: string;
  isRequired: boolean;
  error: string | undefined;
  /** what marks the input: its id, and what describes it when it has a fault */
  children: (marks: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}

function Field({ label, isRequired, error, children }: FieldProps) {
  const id = useId();
  const faultId = `${id}-falta`;
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label}
        {isRequired && (
          <span className={classes.star} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children({ id, ...(error ? { 'aria-invalid': true, 'aria-describedby': faultId } : {}) })}
      {error && (
        <p id={faultId} className={classes.fault}>
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * CPF, password and company: the login form of users and candidates. It is the first thing that a slow line must bring, so it
 * is made of the browser's own inputs.
 */
export function LoginForm({ companyIs, linked = null, company = null, preferred = null, enter, recovery }: LoginFormProps) {
  const isRequired = companyIs === 'required';
  const [cpf, setCpf] = useState('');
  const [senha, setSenha] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [chosen, setChosen] = useState<number | null>();
  const [faults, setFaults] = useState<{ cpf?: string; senha?: string; empresaId?: string; form?: string }>({});
  const [isSending, setIsSending] = useState(false);
  const mask = useMaskito({ options: cpfMask });
  const { form, isReady } = useTakenOver((typed) => {
    setCpf(typed('cpf'));
    setSenha(typed('senha'));
  });
  const found = useCompanies(isRequired ? null : cpf);
  const companies = found.length === 0 && company ? [company] : found;
  const [only, ...others] = companies;
  const isKnown = companies.some(({ id }) => id === chosen);
  const empresaId = isKnown ? (chosen ?? null) : (linked ?? (others.length === 0 ? (only?.id ?? null) : null));
  const wished = companies.find(({ id }) => id === preferred)?.id ?? null;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const wrong: typeof faults = {};
    if (!cpfNumber.isValid(cpf)) wrong.cpf = cpf === '' ? 'CPF é obrigatório' : 'Cpf inválido.';
    if (senha === '') wrong.senha = 'Senha é obrigatória';
    if (isRequired && empresaId === null) wrong.empresaId = 'Empresa é obrigatória';
    setFaults(wrong);
    const [first] = Object.keys(wrong);
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setIsSending(true);
    try {
      const preferida = chosen === undefined && empresaId === null ? wished : null;
      await enter({ cpf: cpfNumber.normalize(cpf), senha, empresaId, preferida });
    } catch (error) {
      setFaults({ form: error instanceof ApiError ? error.message : 'Não foi possível conectar ao servidor.' });
      setIsSending(false);
    }
  };

  const nobody = isRequired ? '' : companies.length === 0 ? 'Informe o CPF' : 'A primeira em que tenho acesso';
  return (
    <form ref={form} className={classes.form} method="post" onSubmit={(event) => void submit(event)} noValidate>
      {faults.form && (
        <div role="alert" className={classes.alert}>
          {faults.form}
        </div>
      )}
      <Field label="CPF" isRequired error={faults.cpf}>
        {(marks) => (
          <input
            {...marks}
            ref={mask}
            name="cpf"
            inputMode="numeric"
            autoComplete="username"
            placeholder="000.000.000-00"
            required
            // biome-ignore lint/a11y/noAutofocus: the page is there for this one form
            autoFocus
            value={cpf}
            onChange={(event) => setCpf(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Senha" isRequired error={faults.senha}>
        {(marks) => (
          <div className={classes.secret}>
            <input
              {...marks}
              name="senha"
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              required
              value={senha}
              onChange={(event) => setSenha(event.currentTarget.value)}
            />
            <button type="button" aria-label="Mostrar senha" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
              {isShown ? <IconEyeOff size={16} stroke={1.7} /> : <IconEye size={16} stroke={1.7} />}
            </button>
          </div>
        )}
      </Field>
      <Field label="Empresa" isRequired={isRequired} error={faults.empresaId}>
        {(marks) => (
          <select
            {...marks}
            name="empresaId"
            required={isRequired}
            disabled={companies.length === 0}
            value={(chosen === undefined ? (empresaId ?? wished) : empresaId) ?? ''}
            onChange={(event) => setChosen(Number(event.currentTarget.value) || null)}
          >
            <option value="">{nobody}</option>
            {companies.map(({ id, nome }) => (
              <option key={id} value={id}>
                {nome}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button type="submit" className={classes.submit} disabled={!isReady} aria-busy={isSending || !isReady}>
        {isSending ? 'Entrando…' : 'Entrar'}
      </button>
      <a href={recovery(empresaId)} className={classes.recovery}>
        Esqueci minha senha
      </a>
    </form>
  );
}
