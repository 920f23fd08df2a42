import { useEffect } from 'react';
import { api } from '#kit/client/client.web.ts';
import { markArrived } from './arrived.web.ts';
import { companyIn, lastCompany, ownPath, withoutCompany } from './company-address.web.ts';
import { PublicFrame } from './frame.web.tsx';
import { type Credentials, LoginForm } from './login-form.web.tsx';
import { CHANGED, NEW_PASSWORD } from './new-password.ts';
import { announce } from './tabs.web.ts';

const back = () => ownPath(new URLSearchParams(location.search).get('voltar'));
const goOn = () => location.replace(withoutCompany(back()));

/** The application's own page, which names its parts. */
const application = () =>
  fetch('/index.html').then(
    (answer) => answer.text(),
    () => '',
  );

function fetchParts(hrefs: Iterable<string>): void {
  for (const href of new Set(hrefs))
    if (!document.head.querySelector(`[href="${href}"]`))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }));
}

const enter = async (who: Credentials) => {
  const { empresaId } = await api.post<{ empresaId: number }>('/api/login', who, { silent: true });
  markArrived();
  announce({ kind: 'entrou', empresaId });
  goOn();
};

/** `/login`: the login of internal users, a page of its own that leads to the application. */
export function LoginPage() {
  useEffect(() => {
    api.get<{ autenticado?: boolean }>('/api/userinfo', {}, { quiet: true, silent: true }).then(
      ({ autenticado }) => void (autenticado === true && goOn()),
      () => undefined,
    );
    // The application's programs once the login itself is there; its styles, letters and start page when somebody begins to type.
    const page = application();
    void page.then((text) => fetchParts(Array.from(text.matchAll(/"(\/assets\/[\w~.-]+\.js)"/g), ([, href = '']) => href)));
    const fetchRest = () =>
      void page.then((text) => fetchParts(Array.from(text.matchAll(/\/assets\/[\w~.-]+/g), ([href]) => href)));
    addEventListener('input', fetchRest, { once: true });
    return () => removeEventListener('input', fetchRest);
  }, []);
  // The company of the address that was asked for, else the last one in this browser.
  const preferred = companyIn(back().split('?')[1] ?? '') ?? lastCompany();
  return (
    <PublicFrame title="Entrar">
      {new URLSearchParams(location.search).has(NEW_PASSWORD) && <p role="status">{`${CHANGED} Entre com ela.`}</p>}
      <LoginForm companyIs="optional" preferred={preferred} enter={enter} recovery={() => '/recuperar-senha'} />
    </PublicFrame>
  );
}
