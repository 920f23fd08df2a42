import { useSession } from '#platform/session/session.web.tsx';

/** What is said of a mail that was queued: `said`, or where it waits while no mail server is configured. */
export function useOnItsWay(): (said: string) => string {
  const { enviaEmail } = useSession();
  return (said) =>
    enviaEmail ? said : 'Não há servidor de e-mail configurado: o e-mail espera na Caixa de Saída até que haja um.';
}
