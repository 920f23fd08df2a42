import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { copiaDeFaixa } from './acoes-faixas.ts';
import { FaixaDoCargoInput } from './faixas-do-cargo.web.tsx';

const INPUTS = { faixaId: FaixaDoCargoInput };

export const CopiarFaixa = ({ onClose }: { onClose: (isDone: boolean) => void }) => (
  <FormDialog
    form={copiaDeFaixa}
    title="Copiar Faixa Salarial"
    ok="Copiar"
    inputs={INPUTS}
    send={async (pedido) => {
      await api.post('/api/cargo-salario/faixas-salariais/copiar', pedido, { silent: true });
      toast.success('Faixa salarial copiada com sucesso.');
    }}
    onClose={onClose}
  />
);
