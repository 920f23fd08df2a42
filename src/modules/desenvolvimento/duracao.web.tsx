import { Group } from '@mantine/core';
import { useState } from 'react';
import { namesOf } from '#kit/fields/by-name.ts';
import { type InputProps, textFrame, useInput } from '#kit/fields/input-state.web.ts';
import { NumberBox } from '#kit/fields/number-input.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { type UnidadeDeDuracao, unidadeDe, unidadesDeDuracao } from './duracao.ts';

const unidades = namesOf(unidadesDeDuracao).map((value) => ({ value, label: unidadesDeDuracao[value] }));

/** A number and its unit, months or years; the form holds months. */
export function DuracaoInput(props: InputProps) {
  const input = useInput<number | null>(props);
  const [unidade, setUnidade] = useState<UnidadeDeDuracao>(() => unidadeDe(input.value));
  const quantas = Number(unidade);
  const { label: _label, ...frame } = textFrame(input);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" grow>
      <NumberBox
        {...frame}
        label="Periodicidade"
        field={props.field}
        value={input.value === null ? null : input.value / quantas}
        onChange={(valor) => input.onChange(valor === null ? null : valor * quantas)}
      />
      <Select<UnidadeDeDuracao>
        label="Unidade"
        value={unidade}
        options={unidades}
        clearable={false}
        readOnly={input.isReadOnly}
        onChange={(nova) => {
          if (nova === null) return;
          setUnidade(nova);
          // Changing the unit keeps the typed number: two years become two months.
          if (input.value !== null) input.onChange((input.value / quantas) * Number(nova));
        }}
      />
    </Group>
  );
}
