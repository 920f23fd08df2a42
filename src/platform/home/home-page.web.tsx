import { Anchor, Button, Grid, Text } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatMonth } from '#kit/br/date.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { Page } from '#kit/ui/page.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { leavesOf, type MenuLeaf } from '#platform/menu/menu-leaves.ts';
import { useSession } from '#platform/session/session.web.tsx';
import { FirstSteps } from './first-steps.web.tsx';
import classes from './home.module.css';
import { PendenciasBox } from './pendencias-box.web.tsx';
import { visitedScreens } from './visits.web.ts';

const SHOWN = 6;
/** The authority of the figures on talents; charts that would be empty are not shown. */
const TALENTS = 'ROLE_CAD_TALENTO';

/** Greeting by the hour: 5 to 11 morning, 12 to 17 afternoon. */
const greeting = (hour: number): string =>
  hour >= 5 && hour < 12 ? 'Bom dia' : hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite';

/** `/`: greeting, last and most used screens, two indicators. */
export function HomePage() {
  const { usuario, menu, empresa } = useSession();
  const seesTalents = useCan()(TALENTS);
  const leaves = useMemo(() => leavesOf(menu), [menu]);
  const visited = useMemo(() => visitedScreens(usuario?.id ?? 0, leaves, SHOWN), [usuario?.id, leaves]);
  const first = usuario?.nome.split(' ')[0] ?? '';
  const [hello] = useState(() => greeting(new Date().getHours()));
  return (
    <Page title={`${hello}, ${first}`}>
      <PendenciasBox empresaId={empresa?.id} />
      {empresa && <FirstSteps key={empresa.id} empresaId={empresa.id} />}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, sm: 6 }}>
          <Screens
            title="Últimas telas usadas"
            leaves={visited.last}
            empty="As telas que você abrir aparecem aqui. O menu leva à primeira."
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6 }}>
          <Screens
            title="Telas mais usadas"
            leaves={visited.often}
            empty="As telas que você mais abrir ficam aqui, sempre à mão."
          />
        </Grid.Col>
        {seesTalents && (
          <>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Headcount />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Movement />
            </Grid.Col>
          </>
        )}
      </Grid>
    </Page>
  );
}

function Screens({ title, leaves, empty }: { title: string; leaves: readonly MenuLeaf[]; empty: string }) {
  return (
    <Section title={title} h="100%">
      {leaves.length === 0 ? (
        <Text c="dimmed" size="sm">
          {empty}
        </Text>
      ) : (
        <ul className={classes.screens}>
          {leaves.map(({ titulo, caminho, trilha }) => (
            <li key={caminho}>
              <Anchor component={Link} to={caminho} fw={500} size="sm">
                {titulo}
              </Anchor>
              <Text size="xs" c="dimmed" truncate>
                {trilha.join(' / ')}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface Area {
  /** null: the people of the parent area itself */
  id: number | null;
  nome: string;
  quantidade: number;
  temFilhas: boolean;
}

const quiet = { quiet: true, silent: true } as const;

/** Headcount by area; a bar opens its child areas. */
function Headcount() {
  const { empresa } = useSession();
  const [way, setWay] = useState<readonly Area[]>([]);
  const areaId = way.at(-1)?.id ?? undefined;
  const { data, isPending } = useQuery({
    queryKey: ['quadro-por-area', empresa?.id, areaId],
    queryFn: () =>
      api.get<{ itens: Area[] }>('/api/geral/indicadores/quadro-por-area', { areaId }, quiet).catch(() => ({ itens: [] })),
  });
  const areas = data?.itens ?? [];
  const drill = (index: number) => {
    const area = areas[index];
    if (!area) return;
    if (area.temFilhas) setWay([...way, area]);
    else toast.info('Área Organizacional não possui área filha.');
  };
  return (
    <Chart
      kind="bar"
      title={way.length === 0 ? 'Colaboradores por área' : `Colaboradores por área: ${way.map(({ nome }) => nome).join(' > ')}`}
      isLoading={isPending}
      emptyHint="As áreas aparecem aqui quando houver talentos nelas."
      categoryLabel="Área"
      categories={areas.map(({ nome }) => nome)}
      series={[{ name: 'Colaboradores', data: areas.map(({ quantidade }) => quantidade) }]}
      onSlice={drill}
      actions={
        way.length > 0 ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowUp size={14} aria-hidden="true" />}
            onClick={() => setWay(way.slice(0, -1))}
          >
            Área mãe
          </Button>
        ) : null
      }
    />
  );
}

interface MovementData {
  meses: string[];
  admissoes: number[];
  desligamentos: number[];
}

/** Admissions and dismissals by month. */
function Movement() {
  const { empresa } = useSession();
  const { data, isPending } = useQuery({
    queryKey: ['movimentacao', empresa?.id],
    queryFn: () =>
      api
        .get<MovementData>('/api/geral/indicadores/movimentacao', {}, quiet)
        .catch(() => ({ meses: [], admissoes: [], desligamentos: [] })),
  });
  return (
    <Chart
      kind="line"
      title="Admissões e desligamentos por mês"
      isLoading={isPending}
      emptyHint="Os últimos doze meses aparecem aqui quando alguém for admitido ou desligado."
      categoryLabel="Mês"
      categories={(data?.meses ?? []).map(formatMonth)}
      series={[
        { name: 'Admissões', data: data?.admissoes ?? [] },
        { name: 'Desligamentos', data: data?.desligamentos ?? [] },
      ]}
    />
  );
}
