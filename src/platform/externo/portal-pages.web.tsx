import { type FormEvent, useEffect, useState } from 'react';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { formatInstant } from '#kit/br/date.ts';
import { listed } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { type Credentials, LoginForm } from '#platform/session/login-form.web.tsx';
import { CHANGED } from '#platform/session/new-password.ts';
import type { ExternalAccount } from './external-account.ts';
import { go, Link, usePlace } from './portal-address.web.tsx';
import { faultAt } from './portal-faults.ts';
import { adsPath, ownPath } from './portal-frame.web.tsx';
import { useSending } from './portal-sending.web.tsx';
import { sentenceOf, useAnswer, usePortal } from './portal-state.web.tsx';
import { Button, Notice, Page, TextField, Waiting } from './portal-ui.web.tsx';

const silent = { silent: true } as const;

/** Where somebody goes on after they are logged in: back to the vacancy that they came for. */
const onward = (search: URLSearchParams, home: string) => {
  const back = search.get('voltar');
  return back?.startsWith('/externo/') ? back : home;
};

/** `/externo/login`: a candidate logs in, to the company of the link or to one of the active ones. */
export function LoginPage() {
  const portal = usePortal();
  const { search } = usePlace();
  const { conta, empresaId, query, renew } = portal;
  useEffect(() => {
    if (conta) go(onward(search, adsPath(portal)), { replace: true });
  }, [conta, search, portal]);
  const enter = async ({ cpf, senha, empresaId: chosen }: Credentials) => {
    await api.post('/api/externo/login', { cpf, senha, empresaId: chosen }, silent);
    await renew();
  };
  const back = search.get('voltar');
  return (
    <div className="p-card p-narrow">
      <Page title="Entrar" lead="Entre para se candidatar e acompanhar as suas candidaturas.">
        <LoginForm
          companyIs="required"
          linked={empresaId}
          enter={enter}
          recovery={(chosen) => `/externo/recuperar-senha${query || (chosen ? `?empresaId=${chosen}` : '')}`}
        />
        <p className="p-after">
          <Link to={`/externo/link-de-acesso${query}`}>Entrar sem senha, por um link no e-mail</Link>
          <Link
            className="p-button p-plain"
            to={`/externo/candidatos/new${query}${back ? `${query ? '&' : '?'}voltar=${encodeURIComponent(back)}` : ''}`}
          >
            Ainda não tenho cadastro
          </Link>
        </p>
      </Page>
    </div>
  );
}

/** Asks for a CPF, and mails something to whoever it is; the answer tells nothing of the CPF. */
function AskByCpf({ title, lead, path, sent }: { title: string; lead: string; path: string; sent: string }) {
  const { empresaId, query } = usePortal();
  const [cpf, setCpf] = useState('');
  const [fault, setFault] = useState('');
  const [isSent, setIsSent] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (empresaId === null) go('/externo/login', { replace: true });
  }, [empresaId]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!cpfNumber.isValid(cpf)) return setFault(cpf === '' ? 'CPF é obrigatório' : 'Cpf inválido.');
    setFault('');
    setBusy(true);
    try {
      await api.put(path, { cpf: cpfNumber.normalize(cpf), empresaId }, silent);
      setIsSent(true);
    } catch (error) {
      setFault(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <div className="p-card p-narrow">
      <Page title={title} lead={isSent ? undefined : lead}>
        {isSent ? (
          <p role="status">{sent}</p>
        ) : (
          <form onSubmit={(event) => void submit(event)} noValidate>
            <TextField
              label="CPF"
              name="cpf"
              inputMode="numeric"
              placeholder="000.000.000-00"
              required
              value={cpf}
              onText={setCpf}
              fault={fault}
            />
            <Button type="submit" busy={busy}>
              Enviar
            </Button>
          </form>
        )}
        <p className="p-after">
          <Link to={`/externo/login${query}`}>Voltar para o login</Link>
        </p>
      </Page>
    </div>
  );
}

export const RecoverPage = () => (
  <AskByCpf
    title="Recuperar senha"
    lead="Informe o seu CPF para receber por e-mail o link que cria uma nova senha."
    path="/api/externo/candidatos/recuperar-senha"
    sent="Se o CPF estiver cadastrado, uma mensagem com o link para criar nova senha foi enviada ao e-mail do cadastro."
  />
);

export const AskLinkPage = () => (
  <AskByCpf
    title="Entrar sem senha"
    lead="Informe o seu CPF para receber por e-mail um link que entra direto."
    path="/api/externo/candidatos/link-de-acesso"
    sent="Se o CPF estiver cadastrado, uma mensagem com o link de acesso foi enviada ao e-mail do cadastro."
  />
);

/** `/externo/entrar?token=`: by a button, because programs that read mail open its links before the person does. */
export function EnterPage() {
  const { query, renew } = usePortal();
  const { search } = usePlace();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    try {
      await api.post('/api/externo/entrar', { token: search.get('token') ?? '' }, silent);
      await renew();
      go('/externo/candidato-solicitacoes', { replace: true });
    } catch (error) {
      setFault(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <div className="p-card p-narrow">
      <Page title="Entrar">
        {fault === '' ? (
          <Button busy={busy} onClick={() => void enter()}>
            Entrar no portal
          </Button>
        ) : (
          <>
            <Notice bad>{fault}</Notice>
            <p className="p-after">
              <Link to={`/externo/link-de-acesso${query}`}>Pedir outro link</Link>
            </p>
          </>
        )}
      </Page>
    </div>
  );
}

interface SecretField {
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

const newPassword: SecretField[] = [
  { name: 'senha', label: 'Nova senha', autoComplete: 'new-password' },
  { name: 'confSenha', label: 'Confirmar nova senha', autoComplete: 'new-password' },
];
const ownPassword: SecretField[] = [
  { name: 'senha', label: 'Senha atual', autoComplete: 'current-password' },
  { name: 'novaSenha', label: 'Nova senha', autoComplete: 'new-password' },
  { name: 'confNovaSenha', label: 'Confirmar nova senha', autoComplete: 'new-password' },
];

/** `/externo/redefinir-senha?token=`. */
export function ResetPage() {
  const { query, say } = usePortal();
  const { search } = usePlace();
  const [gone, setGone] = useState('');
  const send = async (values: Record<string, string>) => {
    try {
      await api.post('/api/externo/redefinir', { token: search.get('token') ?? '', ...values }, silent);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHAVE_INVALIDA') setGone(error.message);
      throw error;
    }
    say(CHANGED);
    go(`/externo/login${query}`, { replace: true });
  };
  return (
    <div className="p-card p-narrow">
      <Page title="Criar nova senha">
        {gone === '' ? (
          <SecretForm fields={newPassword} ok="Salvar" send={send} />
        ) : (
          <>
            <Notice bad>{gone}</Notice>
            <p className="p-after">
              <Link to={`/externo/recuperar-senha${query}`}>Pedir outro link</Link>
            </p>
          </>
        )}
        <p className="p-after">
          <Link to={`/externo/login${query}`}>Voltar para o login</Link>
        </p>
      </Page>
    </div>
  );
}

const onePassword: SecretField[] = [{ name: 'senha', label: 'Senha', autoComplete: 'current-password' }];

/** The companies that one login serves: to go on at another, and to separate this one. */
export function OwnCompanies() {
  const { conta, contas, enter, renew, say } = usePortal();
  if (!conta) return null;
  const goOn = (empresaId: number) =>
    enter(empresaId).then(
      () => go(`/externo/anuncios?empresaId=${empresaId}`),
      (error: unknown) => say(sentenceOf(error)),
    );
  return (
    <>
      <section className="p-card">
        <div className="p-rows">
          <ul>
            {contas.map(({ id, empresa }) => (
              <li key={id}>
                <span>
                  <b>{empresa.nome}</b>
                  {id === conta.id && <span className="p-hint"> você está aqui</span>}
                </span>
                {id !== conta.id && (
                  <Button look="plain" aria-label={`Continuar em ${empresa.nome}`} onClick={() => void goOn(empresa.id)}>
                    Continuar
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
        <p className="p-hint">
          A senha é uma só. O cadastro, os consentimentos e as candidaturas são de cada empresa, e nenhuma sabe das outras.
        </p>
      </section>
      <section className="p-card">
        <h2>Separar esta conta</h2>
        <p>
          A conta em {conta.empresa.nome} volta a ser só dela: você passa a entrar nela à parte. Nada é apagado. A senha continua
          a mesma até você trocá-la.
        </p>
        <SecretForm
          fields={onePassword}
          ok="Separar"
          send={async (values) => {
            await api.post('/api/externo/contas-ligadas/separar', values, silent);
            await renew();
            say('Conta separada das outras.');
            go(ownPath(conta));
          }}
        />
      </section>
    </>
  );
}

export function OwnPassword({ conta }: { conta: ExternalAccount }) {
  const { say, query, contas } = usePortal();
  return (
    <>
      {contas.length > 0 && <p>A senha é uma só para {listed(contas.map(({ empresa }) => empresa.nome))}.</p>}
      <SecretForm
        fields={ownPassword}
        ok="Alterar Senha"
        send={async (values) => {
          await api.patch(`/api/externo/candidatos/${conta.id}/alterar-senha`, values, silent);
          say(CHANGED);
        }}
      />
      <p className="p-after">
        <Link to={`/externo/recuperar-senha${query}`}>Nunca criei uma senha: receber o link por e-mail</Link>
      </p>
    </>
  );
}

interface OwnSession {
  criadaEm: string;
  vistaEm: string;
  atual: boolean;
}

export function OwnSessions() {
  const { say } = usePortal();
  const { data, fault, reload } = useAnswer<OwnSession[]>('/api/externo/userinfo/sessoes');
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  const end = async () => {
    await api.delete('/api/externo/userinfo/sessoes', {}, silent).then(
      () => say('As outras sessões foram encerradas.'),
      (error: unknown) => say(sentenceOf(error)),
    );
    reload();
  };
  return (
    <>
      <ul className="p-list">
        {data.map(({ criadaEm, vistaEm, atual }) => (
          <li key={`${criadaEm} ${vistaEm}`}>
            <b>{atual ? 'Esta sessão' : 'Outra sessão'}</b>, aberta em {formatInstant(criadaEm)}, usada em{' '}
            {formatInstant(vistaEm)}
          </li>
        ))}
      </ul>
      <Button look="plain" onClick={() => void end()}>
        Encerrar outras sessões
      </Button>
    </>
  );
}
