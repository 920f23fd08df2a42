import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { obrigatorio } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { Named } from '#kit/fields/options.web.ts';
import { RefBox } from '#kit/fields/reference-inputs.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { DialogoFaixas, useEnvio } from './dialogo-faixas.web.tsx';
import { useFaixasDoCargo } from './faixas-do-cargo.web.ts';

const MAIOR_NOME = 15;

/** SCR-381: a band of one position, copied under a new name to it or to another one. */
export function CopiarFaixa({ onClose }: { onClose: (isDone: boolean) => void }) {
  const [origem, setOrigem] = useState<Named | null>(null);
  const [destino, setDestino] = useState<Named | null>(null);
  const [faixa, setFaixa] = useState<number | null>(null);
  const [nome, setNome] = useState('');
  const { faults, isBusy, send } = useEnvio('nome');
  const faixas = useFaixasDoCargo(origem?.id ?? null);

  const submit = () =>
    void send(
      {
        ...(origem ? {} : { cargoOrigemId: obrigatorio('Cargo de origem') }),
        ...(faixa === null ? { faixaId: obrigatorio('Faixa Salarial') } : {}),
        ...(nome.trim() === '' ? { nome: obrigatorio('Nome da nova faixa') } : {}),
      },
      async () => {
        await api.post(
          '/api/cargo-salario/faixas-salariais/copiar',
          { cargoOrigemId: origem?.id, cargoDestinoId: (destino ?? origem)?.id, faixaId: faixa, nome },
          { silent: ['FIELD_VALIDATION_VIOLATION'] },
        );
        toast.success('Faixa salarial copiada com sucesso.');
        onClose(true);
      },
    );
  return (
    <DialogoFaixas
      title="Copiar Faixa Salarial"
      action="Copiar"
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
        error={faults.cargoOrigemId}
        onChange={(cargo) => {
          setOrigem(cargo);
          setFaixa(null);
        }}
      />
      <Select<number>
        label="Faixa Salarial"
        required
        value={faixa}
        options={faixas}
        disabled={origem === null}
        error={faults.faixaId}
        onChange={setFaixa}
      />
      <RefBox
        target="cargo-salario/cargos"
        label="Cargo de destino"
        description="Em branco, a cópia fica no cargo de origem."
        value={destino}
        error={faults.cargoDestinoId}
        onChange={setDestino}
      />
      <TextInput
        label="Nome da nova faixa"
        withAsterisk
        aria-required
        maxLength={MAIOR_NOME}
        value={nome}
        error={faults.nome}
        onChange={(event) => setNome(event.currentTarget.value)}
      />
    </DialogoFaixas>
  );
}
