import { useQuery } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { AccountForm } from './account-form.web.tsx';
import { useSession } from './session.web.tsx';

const fields = [
  { name: 'nome', label: 'Nome', kind: 'text', autoComplete: 'name' },
  { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'email', isOptional: true },
  { name: 'senha', label: 'Senha atual', kind: 'password', autoComplete: 'current-password' },
] as const;

/** 'Atualizar Meus Dados'. */
export function OwnDataDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['meus-dados'],
    queryFn: () => api.get<{ nome: string; email: string | null }>('/api/userinfo/dados'),
    staleTime: 0,
    gcTime: 0,
  });
  const send = async (values: Record<string, string>) => {
    await api.put('/api/userinfo/dados', values, { silent: ['FIELD_VALIDATION_VIOLATION'] });
    toast.success('Dados atualizados com sucesso.');
    await session.renew();
    onClose();
  };
  return (
    <Dialog onClose={onClose} title="Atualizar Meus Dados">
      <AccountForm
        fields={fields}
        initial={{ nome: data?.nome ?? '', email: data?.email ?? '' }}
        send={send}
        onCancel={onClose}
      />
    </Dialog>
  );
}
