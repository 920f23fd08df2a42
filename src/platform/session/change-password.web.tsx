import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { AccountForm, passwordFields } from './account-form.web.tsx';

type Values = Record<(typeof passwordFields)[number]['name'], string>;

function judge(values: Values): Partial<Values> {
  const faults: Partial<Values> = {};
  for (const { name, label } of passwordFields) if (values[name] === '') faults[name] = `${label} é obrigatória`;
  if (faults.confNovaSenha) faults.confNovaSenha = 'Confirmação da nova senha é obrigatória';
  if (!faults.novaSenha && !faults.confNovaSenha && values.novaSenha !== values.confNovaSenha) {
    faults.confNovaSenha = 'A senha não foi confirmada corretamente. Por favor, confira.';
  }
  return faults;
}

/** 'Alterar Minha Senha'. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const send = async (values: Values) => {
    await api.put('/api/userinfo/senha', values, { silent: ['FIELD_VALIDATION_VIOLATION'] });
    toast.success('Senha alterada com sucesso.');
    onClose();
  };
  return (
    <Dialog onClose={onClose} title="Alterar Minha Senha">
      <AccountForm fields={passwordFields} judge={judge} send={send} onCancel={onClose} />
    </Dialog>
  );
}
