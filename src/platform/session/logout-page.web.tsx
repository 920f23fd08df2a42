import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { useSession } from './session.web.tsx';

/** SCR-012, `/logout`: ends the session and leads to the login. */
export function LogoutPage() {
  const { autenticado, logout } = useSession();
  useEffect(() => {
    if (autenticado) void logout();
  }, [autenticado, logout]);
  return autenticado ? <ScreenLoading /> : <Navigate to="/login" replace />;
}
