import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { transferenciaDeFaixas } from './acoes-faixas.ts';
import { FaixasDoCargoInput } from './faixas-do-cargo.web.tsx';

const INPUTS = { faixasIds: FaixasDoCargoInput };

export const TransferirFaixas = ({ onClose }: { onClose: (isDone: boolean) => void }) => (
  <FormDialog
    form={transferenciaDeFaixas}
    title="Transferir Faixas Salariais"
    ok="Transferir"
    inputs={INPUTS}
    send={async ({ cargoOrigemId, ...pedido }) => {
      const cargo = `/api/cargo-salario/faixas-salariais/cargo/${cargoOrigemId}`;
      await api.post(`${cargo}/transferir-faixas-salariais`, pedido, { silent: true });
      toast.success(counted(pedido.faixasIds.length, 'faixa salarial transferida.', 'faixas salariais transferidas.'));
    }}
    onClose={onClose}
  />
);
