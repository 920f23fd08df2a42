import { type FormEvent, useEffect, useState } from 'react';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { type Credentials, LoginForm } from '#platform/session/login-form.web.tsx';
import { CHANGED } from '#platform/session/new-password.ts';
import { go, Link, usePlace } from './portal-address.web.tsx';
import { adsPath } from './portal-frame.web.tsx';
import { type SecretField, SecretForm } from './portal-secret.web.tsx';
import { sentenceOf, usePortal } from './portal-state.web.tsx';
import { Button, Notice, Page, TextField } from './portal-ui.web.tsx';

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
  const { conta, empresa, empresaId, query, renew } = portal;
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
          company={empresa}
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

const WITHOUT_PASSWORD =
  'Você confirmou o seu e-mail. Por segurança, se este cadastro tinha uma senha, ela não vale mais, e quem estava nele em outro aparelho saiu: antes da confirmação, outra pessoa podia ter usado o seu e-mail.';

/** `/externo/entrar?token=`: by a button, because programs that read mail open its links before the person does. */
export function EnterPage() {
  const { query, renew } = usePortal();
  const { search } = usePlace();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [isBare, setIsBare] = useState(false);
  const goOn = () => go('/externo/candidato-solicitacoes', { replace: true });
  const enter = async () => {
    setBusy(true);
    try {
      const { senhaRemovida } = await api.post<{ senhaRemovida: boolean }>(
        '/api/externo/entrar',
        { token: search.get('token') ?? '' },
        silent,
      );
      await renew();
      if (senhaRemovida) setIsBare(true);
      else goOn();
    } catch (error) {
      setFault(sentenceOf(error));
    }
    setBusy(false);
  };
  if (isBare)
    return (
      <div className="p-card p-narrow">
        <Page title="Você entrou">
          <Notice>{WITHOUT_PASSWORD}</Notice>
          <Button onClick={goOn}>Continuar</Button>
          <p className="p-after">
            <Link to={`/externo/recuperar-senha${query}`}>Criar uma senha</Link>
          </p>
        </Page>
      </div>
    );
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

const newPassword: SecretField[] = [
  { name: 'senha', label: 'Nova senha', autoComplete: 'new-password' },
  { name: 'confSenha', label: 'Confirmar nova senha', autoComplete: 'new-password' },
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
