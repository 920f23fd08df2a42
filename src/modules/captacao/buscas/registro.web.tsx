import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type InputProps, inputId, useInput } from '#kit/fields/input-state.web.ts';
import type { RegistryView } from '#kit/registry/view.web.tsx';

/** The filters are those of a list: they are changed there. */
function ConsultaInput(props: InputProps) {
  const { value, error } = useInput<string | null>(props);
  const texto = new URLSearchParams(value ?? '').get('texto');
  return (
    <div id={inputId(props.path)} tabIndex={-1}>
      <Text size="sm" fw={500}>
        Filtros
      </Text>
      {texto && <Text size="sm">{`No texto do currículo: ${texto}`}</Text>}
      {!value && <Text size="sm">Uma busca é salva na lista de candidatos, com o que ela estiver mostrando.</Text>}
      <Anchor component={Link} to={`/captacao/candidatos?${value ?? ''}`} size="sm">
        {value ? 'Ver os candidatos desta busca' : 'Procurar candidatos'}
      </Anchor>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}

export const registro = {
  inputs: { consulta: ConsultaInput },
  readByInput: ['consulta'],
} satisfies RegistryView;
