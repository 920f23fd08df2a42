import { Navigate, useSearchParams } from 'react-router';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { markArrived } from './arrival.web.tsx';
import { companyIn, lastCompany, withoutCompany } from './company-address.web.ts';
import { PublicFrame } from './frame.web.tsx';
import { type Credentials, LoginForm } from './login-form.web.tsx';
import { useSession } from './session.web.tsx';

/** Accepts only our own paths: `?voltar=//elsewhere` would lead away. */
const safePath = (path: string | null) => (path !== null && /^\/(?![/\\])/.test(path) ? path : '/');

/** `/login`: the login of internal users. */
export function LoginPage() {
  const session = useSession();
  const [search] = useSearchParams();
  if (session.isLoading) return <ScreenLoading />;
  const back = safePath(search.get('voltar'));
  if (session.autenticado) return <Navigate to={withoutCompany(back)} replace />;
  // The company of the address that was asked for, else the last one in this browser.
  const preferred = companyIn(back.split('?')[1] ?? '') ?? lastCompany();
  const enter = (who: Credentials) => {
    markArrived();
    return session.login(who);
  };
  return (
    <PublicFrame title="Entrar">
      <LoginForm companyIs="optional" preferred={preferred} enter={enter} recovery={() => '/recuperar-senha'} />
    </PublicFrame>
  );
}
