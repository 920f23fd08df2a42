import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { confirmRemoval } from './confirm.web.tsx';

/**
 * Asks, removes what is at the address and reports it. False when the user changed their mind; true after a refusal too, which the
 * client shows, because the list may be stale then.
 */
export async function askToRemove(
  url: string,
  { question = 'Confirma exclusão?', done = 'Registro removido com sucesso.' } = {},
): Promise<boolean> {
  if (!(await confirmRemoval(question))) return false;
  await api.delete(url).then(
    () => toast.success(done),
    () => undefined,
  );
  return true;
}
