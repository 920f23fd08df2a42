import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type InputProps, inputId, useInput } from '#kit/fields/input-state.web.ts';
import { FilterWords, isUsed, offeredFilter } from '#kit/list/filter-words.web.tsx';
import { readListState } from '#kit/query/list-state.ts';
import { useKnown } from '#kit/registry/known.web.ts';
import type { PanelProps, RegistryView } from '#kit/registry/view.web.tsx';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { UltimosNovos } from './novos.web.tsx';

/** What a search asks for, in the words of the list. */
function Filtros({ consulta }: { consulta: string }) {
  const registry = useKnown(candidatos);
  const parametros = new URLSearchParams(consulta);
  const { busca, filters } = readListState(registry, parametros);
  const usados = Object.entries(registry.fields)
    .map(([nome, campo]) => offeredFilter(nome, campo))
    .filter((filtro) => isUsed(filtro, filters));
  const texto = parametros.get('texto');
  return (
    <>
      {texto && <Text size="sm">{`No texto do currículo: ${texto}`}</Text>}
      {busca && <Text size="sm">{`Busca: ${busca}`}</Text>}
      {usados.map((filtro) => (
        <Text key={filtro.name} size="sm">
          {`${filtro.label}: `}
          <FilterWords registry={registry} filter={filtro} filters={filters} />
        </Text>
      ))}
    </>
  );
}

/** The filters are those of a list: they are changed there. */
function ConsultaInput(props: InputProps) {
  const { value, error } = useInput<string | null>(props);
  return (
    <div id={inputId(props.path)} tabIndex={-1}>
      <Text size="sm" fw={500}>
        Filtros
      </Text>
      {value ? (
        <Filtros consulta={value} />
      ) : (
        <>
          <Text size="sm">Uma busca é salva na lista de candidatos, com o que ela estiver mostrando.</Text>
          <Anchor component={Link} to="/captacao/candidatos" size="sm">
            Procurar candidatos
          </Anchor>
        </>
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}

function Achados({ record }: PanelProps) {
  const consulta = typeof record.consulta === 'string' ? record.consulta : '';
  return (
    <Stack gap={6}>
      <Filtros consulta={consulta} />
      <Anchor component={Link} to={`/captacao/candidatos?${consulta}`} size="sm" mt="xs">
        Ver os candidatos desta busca
      </Anchor>
      <UltimosNovos busca={record.id} />
    </Stack>
  );
}

export const registro = {
  inputs: { consulta: ConsultaInput },
  readByInput: ['consulta'],
  panels: [{ title: 'Candidatos', content: Achados, isFirst: true }],
} satisfies RegistryView;
