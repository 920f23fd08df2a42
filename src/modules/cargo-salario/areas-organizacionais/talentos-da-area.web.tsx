import { Anchor, Group, Stack, Switch, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { DiaInput, useDia } from './dia.web.tsx';

interface Talento {
  id: number;
  nome: string;
  matricula: string | null;
  cargo: string | null;
  area: string | null;
  situacao: string;
}

/** The people of the area, today or on the day in the address. */
export function TalentosDaArea({ record }: PanelProps) {
  const can = useCan();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { em, ...dia } = useDia();
  const [soAreas, setSoAreas] = useAddress('soAreas');
  const so = soAreas === 'true';
  const { data, isError } = useQuery({
    queryKey: ['registro', 'cargo-salario/areas-organizacionais', record?.id, 'talentos', em, so],
    queryFn: ({ signal }) =>
      api.get<Talento[]>(
        `cargo-salario/areas-organizacionais/${record?.id}/talentos`,
        { ...(em ? { em } : {}), ...(so ? { soAreas: true } : {}) },
        { quiet: true, signal },
      ),
    enabled: record !== undefined && inViewport && can('ROLE_CAD_TALENTO'),
    retry: false,
  });
  if (!can('ROLE_CAD_TALENTO')) return <Empty message="Você não tem autorização para ver os talentos." />;
  const ativos = (data ?? []).filter(({ situacao }) => situacao !== 'D' && situacao !== 'C');
  return (
    <Stack ref={ref} gap="md">
      <Group align="flex-start" gap="xl">
        <DiaInput {...dia} />
        <Switch
          // In line with the input, below the height of its label.
          mt={34}
          label="Só esta área, sem as que ficam abaixo"
          checked={so}
          onChange={(event) => setSoAreas(event.currentTarget.checked ? 'true' : '')}
        />
      </Group>
      {isError && <Empty message="Não foi possível carregar os talentos." />}
      {inViewport && !isError && !data && <Waiting />}
      {data && ativos.length === 0 && <Empty message="Ninguém trabalhava aqui nesse dia." />}
      {ativos.length > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {counted(ativos.length, 'talento', 'talentos')}
          </Text>
          <PlainTable
            caption="Talentos da área"
            withTableBorder
            cards
            minWidth={480}
            rows={ativos}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Nome',
                cell: ({ id, nome }) => (
                  <Anchor component={Link} to={`/gestao-talentos/talentos/${id}${em ? `?em=${em}` : ''}`} inherit>
                    {nome}
                  </Anchor>
                ),
              },
              { title: 'Matrícula', cell: ({ matricula }) => matricula ?? '—' },
              { title: 'Cargo', cell: ({ cargo }) => cargo ?? '—' },
              ...(so ? [] : [{ title: 'Área', cell: ({ area }: Talento) => area ?? '—' }]),
            ]}
          />
        </>
      )}
    </Stack>
  );
}
