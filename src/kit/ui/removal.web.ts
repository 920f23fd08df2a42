import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { confirmRemoval } from './confirm.web.tsx';

/**
 * Asks, removes what is at the address (`what` names it) and reports it. For what no bin keeps; records go by `removeRecord`. False when the user changed their mind; true after a refusal too, which the
 * client shows, because the list may be stale then.
 */
export async function askToRemove(
  url: string,
  {
    what,
    question = 'Confirma exclusão?',
    message = 'Registro removido com sucesso.',
  }: { what: string; question?: string; message?: string },
): Promise<boolean> {
  if (!(await confirmRemoval(question, what))) return false;
  await api.delete(url).then(
    () => toast.success(message),
    () => undefined,
  );
  return true;
}
