import { useQuery } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';
import { type InputProps, useInput } from '#kit/fields/input-state.web.ts';
import { Checklist } from '#kit/ui/inputs/checklist.web.tsx';

interface Autoridade {
  autoridade: string;
  descricao: string;
  grupo: string;
  concedivel: boolean;
}

/** The authorities of a profile: the user can mark only those that they hold themselves. */
export function AutoridadesInput(props: InputProps) {
  const { value, onChange, onBlur, error, isRequired, isReadOnly } = useInput<string[] | null>(props);
  const { data = [] } = useQuery({ queryKey: ['autoridades'], queryFn: () => api.get<Autoridade[]>('/api/autoridades') });
  const chosen = new Set(value ?? []);
  const options = data
    .filter(({ autoridade, concedivel }) => concedivel || chosen.has(autoridade))
    .map(({ autoridade, descricao, grupo }) => ({ value: autoridade, label: descricao, group: grupo }))
    // The order within a module comes from the server.
    .sort((a, b) => a.group.localeCompare(b.group, 'pt-BR'));
  return (
    <Checklist<string>
      label={props.field.label}
      options={options}
      lines={14.5}
      value={value ?? []}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      required={isRequired}
      disabled={isReadOnly}
    />
  );
}
