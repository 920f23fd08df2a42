import { Anchor, Group, Stack, Switch, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { chosenText } from '#kit/fields/branch.ts';
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
  cargoAtual: { nome: string } | null;
  areaAtual: { nome: string } | null;
}

const TALENTOS = 'gestao-talentos/talentos';
/** Those who work, whether or not the personnel system has confirmed them. */
const ATIVOS = 'A,U';
/** The people whom the page shows; the list has them all. */
const MAIS_TALENTOS = 100;

/** The people of the area, today or on the day in the address. */
export function TalentosDaArea({ record }: PanelProps) {
  const can = useCan();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { em, ...dia } = useDia();
  const [soAreas, setSoAreas] = useAddress('soAreas');
  const so = soAreas === 'true';
  const filtro = { areaAtual: chosenText([record?.id ?? 0], so), situacao: ATIVOS, ...(em ? { em } : {}) };
  const { data, isError } = useQuery({
    queryKey: ['registro', 'cargo-salario/areas-organizacionais', record?.id, 'talentos', em, so],
    queryFn: ({ signal }) =>
      api.get<{ content: Talento[]; totalElements: number }>(
        TALENTOS,
        { ...filtro, page: 0, size: MAIS_TALENTOS },
        { quiet: true, signal },
      ),
    enabled: record !== undefined && inViewport && can('ROLE_CAD_TALENTO'),
    retry: false,
  });
  if (!can('ROLE_CAD_TALENTO')) return <Empty message="Você não tem autorização para ver os talentos." />;
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
      {data?.totalElements === 0 && <Empty message="Ninguém trabalhava aqui nesse dia." />}
      {data && data.totalElements > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {counted(data.totalElements, 'talento', 'talentos')}
          </Text>
          <PlainTable
            caption="Talentos da área"
            withTableBorder
            cards
            minWidth={480}
            rows={data.content}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Nome',
                cell: ({ id, nome }) => (
                  <Anchor component={Link} to={`/${TALENTOS}/${id}${em ? `?em=${em}` : ''}`} inherit>
                    {nome}
                  </Anchor>
                ),
              },
              { title: 'Matrícula', cell: ({ matricula }) => matricula ?? '—' },
              { title: 'Cargo', cell: ({ cargoAtual }) => cargoAtual?.nome ?? '—' },
              ...(so ? [] : [{ title: 'Área', cell: ({ areaAtual }: Talento) => areaAtual?.nome ?? '—' }]),
            ]}
          />
          {data.totalElements > data.content.length && (
            <Anchor component={Link} to={`/${TALENTOS}?${new URLSearchParams(filtro).toString()}`}>
              Ver todos na lista
            </Anchor>
          )}
        </>
      )}
    </Stack>
  );
}
