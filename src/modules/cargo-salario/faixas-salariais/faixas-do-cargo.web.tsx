import { useDidUpdate } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { api } from '#kit/client/client.web.ts';
import { type InputProps, pickerFrame, useInput } from '#kit/fields/input-state.web.ts';
import { idOf, idsOf, type Named } from '#kit/fields/options.web.ts';
import { MultiSelect } from '#kit/ui/inputs/multi-select.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';

/** The input of bands of the position `cargoOrigemId` of its form: another position has other bands. */
function useFaixasDoCargo(props: InputProps) {
  const input = useInput<unknown>(props);
  const cargo = idOf(useWatch({ control: props.control, name: 'cargoOrigemId' }));
  const { data = [] } = useQuery({
    queryKey: ['faixas-do-cargo', cargo],
    queryFn: () => api.get<Named[]>(`/api/cargo-salario/faixas-salariais/cargo/${cargo}`, {}, { quiet: true }).catch(() => []),
    enabled: cargo !== null,
    gcTime: 0,
  });
  useDidUpdate(() => {
    input.onChange(null);
  }, [cargo]);
  return {
    ...input,
    frame: { ...pickerFrame(input), disabled: cargo === null, options: data.map(({ id, nome }) => ({ value: id, label: nome })) },
  };
}

export function FaixaDoCargoInput(props: InputProps) {
  const { frame, value, onChange } = useFaixasDoCargo(props);
  return <Select<number> {...frame} value={idOf(value)} onChange={onChange} />;
}

export function FaixasDoCargoInput(props: InputProps) {
  const { frame, value, onChange } = useFaixasDoCargo(props);
  return <MultiSelect<number> {...frame} value={idsOf(value)} onChange={onChange} />;
}
