import { Navigate, useSearchParams } from 'react-router';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { markArrived } from './arrival.web.tsx';
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
  if (session.autenticado) return <Navigate to={safePath(search.get('voltar'))} replace />;
  const enter = ({ cpf, senha, empresaId }: Credentials) => {
    markArrived();
    return session.login(cpf, senha, empresaId);
  };
  return (
    <PublicFrame title="Entrar">
      <LoginForm companyIs="optional" enter={enter} recovery={() => '/recuperar-senha'} />
    </PublicFrame>
  );
}
