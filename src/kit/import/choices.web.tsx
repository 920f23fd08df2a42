import { Checkbox, Group, Radio, Text } from '@mantine/core';
import { fieldOf } from '#kit/fields/field.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Mode } from './analysis.ts';

interface ModeProps {
  registry: AnyRegistry;
  value: Mode;
  busy: boolean;
  onChange: (modo: Mode) => void;
}

/** What becomes of rows whose record exists. */
export function ModeChoice({ registry, value, busy, onChange }: ModeProps) {
  return (
    <Radio.Group label="Registros que já existem" value={value} onChange={(next) => onChange(next as Mode)}>
      <Group mt={6}>
        <Radio value="inserir" label="Somente incluir" disabled={busy} />
        <Radio value="inserirOuAtualizar" label="Incluir e atualizar" disabled={busy} />
      </Group>
      {value === 'inserirOuAtualizar' && (
        <Text size="xs" mt={6} c="dimmed">
          {`Um registro é reconhecido por ${keysOf(registry)}. Célula vazia mantém o que está gravado; para apagar um valor, escreva (vazio).`}
        </Text>
      )}
    </Radio.Group>
  );
}

interface RelaxProps {
  checked: boolean;
  disabled?: boolean;
  onChange: (isRelaxed: boolean) => void;
}

export const RelaxChoice = ({ onChange, ...rest }: RelaxProps) => (
  <Checkbox
    label="Ignorar campos tornados obrigatórios pela configuração"
    onChange={(event) => onChange(event.currentTarget.checked)}
    {...rest}
  />
);

/** 'CPF ou Matrícula' */
const keysOf = (registry: AnyRegistry): string =>
  (registry.unique ?? []).map((set) => set.map((name) => fieldOf(registry, name).label).join(' e ')).join(' ou ') ||
  'nenhum campo único';
