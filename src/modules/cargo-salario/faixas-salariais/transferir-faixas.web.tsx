import { useState } from 'react';
import { counted, obrigatorio } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { Named } from '#kit/fields/options.web.ts';
import { RefBox } from '#kit/fields/reference-inputs.web.tsx';
import { MultiSelect } from '#kit/ui/inputs/multi-select.web.tsx';
import { DialogoFaixas, useEnvio } from './dialogo-faixas.web.tsx';
import { useFaixasDoCargo } from './faixas-do-cargo.web.ts';

/** Moves bands with their history, and whoever holds them, to another position. */
export function TransferirFaixas({ onClose }: { onClose: (isDone: boolean) => void }) {
  const [origem, setOrigem] = useState<Named | null>(null);
  const [destino, setDestino] = useState<Named | null>(null);
  const [faixas, setFaixas] = useState<number[]>([]);
  const { faults, isBusy, send } = useEnvio('cargoDestinoId');
  const options = useFaixasDoCargo(origem?.id ?? null);

  const submit = () =>
    void send(
      {
        ...(origem ? {} : { origem: obrigatorio('Cargo de origem') }),
        ...(faixas.length > 0 ? {} : { faixasIds: obrigatorio('Faixas Salariais') }),
        ...(destino ? {} : { cargoDestinoId: obrigatorio('Cargo de destino') }),
        ...(destino && destino.id === origem?.id
          ? { cargoDestinoId: 'Cargo de destino deve ser diferente do cargo de origem' }
          : {}),
      },
      async () => {
        await api.post(
          `/api/cargo-salario/faixas-salariais/cargo/${origem?.id}/transferir-faixas-salariais`,
          { cargoDestinoId: destino?.id, faixasIds: faixas },
          { silent: ['FIELD_VALIDATION_VIOLATION'] },
        );
        toast.success(counted(faixas.length, 'faixa salarial transferida.', 'faixas salariais transferidas.'));
        onClose(true);
      },
    );
  return (
    <DialogoFaixas
      title="Transferir Faixas Salariais"
      action="Transferir"
      isBusy={isBusy}
      faults={faults}
      onSubmit={submit}
      onCancel={() => onClose(false)}
    >
      <RefBox
        target="cargo-salario/cargos"
        label="Cargo de origem"
        required
        value={origem}
        error={faults.origem}
        onChange={(cargo) => {
          setOrigem(cargo);
          setFaixas([]);
        }}
      />
      <MultiSelect<number>
        label="Faixas Salariais"
        required
        value={faixas}
        options={options}
        disabled={origem === null}
        error={faults.faixasIds}
        onChange={setFaixas}
      />
      <RefBox
        target="cargo-salario/cargos"
        label="Cargo de destino"
        description="Os talentos das faixas transferidas passam a ter este cargo."
        required
        value={destino}
        error={faults.cargoDestinoId}
        onChange={setDestino}
      />
    </DialogoFaixas>
  );
}
