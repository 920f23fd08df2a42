import { Badge, Group, Stack, Title } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { addDays, daysBetween, formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { money } from '#kit/fields/number.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { DaySlider } from '#kit/ui/inputs/day-slider.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { useAddressDay } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { motivos } from '../talentos/codigos.ts';
import classes from './carreira.module.css';
import { type Afastamento, aumento, type Carreira, type Passo } from './carreira.ts';
import { Desenho } from './desenho.web.tsx';
import { SituacaoEm } from './situacao-em.web.tsx';

const SALARIO = money('Salário');

/** What somebody earned and where they were, as a picture with its table, and as of a day: `?em=2024-05-01`. */
export function CarreiraPainel({ record }: PanelProps) {
  const { today } = useCheckContext();
  const { day, typed, type } = useAddressDay('em', today);
  const { data, isError } = useQuery({
    queryKey: ['registro', 'gestao-talentos/talentos', record.id, 'carreira'],
    queryFn: ({ signal }) => api.get<Carreira>(`gestao-talentos/talentos/${record.id}/carreira`, {}, { quiet: true, signal }),
    retry: false,
  });
  const { ref, width } = useElementSize<HTMLDivElement>();
  if (isError) return <Empty message="Não foi possível carregar a carreira." />;
  if (!data) return <Waiting />;
  const { desde, ate, passos, afastamentos } = data;
  const ultimo = passos.at(-1)?.data ?? desde;
  // A month more after what is still to come, so that its step is seen.
  const fim = [ate ?? today, ultimo > today ? addDays(ultimo, 30) : today].reduce((a, b) => (a > b ? a : b));
  const ultimoDia = ate !== null && ate < today ? ate : today;
  const mostrado = day < desde ? desde : day > fim ? fim : day;
  return (
    <Stack gap="lg">
      <div>
        <div className={classes.legend} aria-hidden>
          {passos.some(({ salario }) => salario !== null) && <Cor cor="var(--vinculo-accent)">Salário</Cor>}
          <Cor cor="var(--vinculo-quiet)">Cargo e área</Cor>
          {afastamentos.length > 0 && <Cor cor="var(--vinculo-waiting)">Afastamento</Cor>}
        </div>
        <div ref={ref}>
          {width > 0 && <Desenho carreira={data} largura={width} hoje={today} de={desde} ate={fim} dia={mostrado} />}
          {desde < ultimoDia && (
            <DaySlider
              label="Como estava em"
              // Its days end where the drawing's past does.
              style={{ width: `${(daysBetween(desde, ultimoDia) / Math.max(1, daysBetween(desde, fim))) * 100}%` }}
              from={desde}
              to={ultimoDia}
              value={mostrado}
              onChange={type}
            />
          )}
        </div>
      </div>
      <SituacaoEm id={record.id} dia={day} escrito={typed} onDia={type} hoje={today} />
      <section aria-label="Cargos e salários">
        <Title order={3} fz={14} mb={8}>
          Cargos e salários
        </Title>
        <Passos passos={passos} hoje={today} />
      </section>
      {afastamentos.length > 0 && (
        <section aria-label="Afastamentos">
          <Title order={3} fz={14} mb={8}>
            Afastamentos
          </Title>
          <Afastamentos afastamentos={afastamentos} />
        </section>
      )}
    </Stack>
  );
}

const Cor = ({ cor, children }: { cor: string; children: string }) => (
  <span>
    <i style={{ '--swatch': cor } as React.CSSProperties} />
    {children}
  </span>
);

function Passos({ passos, hoje }: { passos: readonly Passo[]; hoje: string }) {
  const temSalario = passos.some(({ salario }) => salario !== null);
  const antes = new Map(passos.map((passo, index) => [passo, passos[index - 1]]));
  const percentual = (passo: Passo) => {
    const mais = aumento(antes.get(passo)?.salario, passo.salario);
    return mais === undefined ? '' : ` (${mais > 0 ? '+' : ''}${mais.toLocaleString('pt-BR')}%)`;
  };
  return (
    <PlainTable
      caption="Cargos e salários"
      rows={passos.toReversed()}
      keyOf={({ data }) => data}
      withTableBorder
      cards
      columns={[
        {
          title: 'A partir de',
          cell: ({ data }) => (
            <Group gap={8} wrap="nowrap" style={{ whiteSpace: 'nowrap' }}>
              {formatDate(data)}
              {data > hoje && (
                <Badge size="sm" variant="light" color="gray">
                  Previsto
                </Badge>
              )}
            </Group>
          ),
        },
        { title: 'Motivo', cell: ({ motivo }) => (motivo === null ? 'Valor da faixa ou do índice' : labelIn(motivos, motivo)) },
        { title: 'Cargo', cell: ({ cargo }) => cargo },
        { title: 'Área', cell: ({ area, estabelecimento }) => [area, estabelecimento].filter(Boolean).join(' · ') },
        ...(temSalario
          ? [
              {
                title: 'Salário',
                figures: true,
                cell: (passo: Passo) => `${fieldText(SALARIO, passo.salario)}${percentual(passo)}`,
              },
            ]
          : []),
      ]}
    />
  );
}

const Afastamentos = ({ afastamentos }: { afastamentos: readonly Afastamento[] }) => (
  <PlainTable
    caption="Afastamentos"
    rows={afastamentos.toReversed()}
    keyOf={({ inicio }, index) => `${inicio} ${index}`}
    withTableBorder
    cards
    columns={[
      { title: 'Início', cell: ({ inicio }) => formatDate(inicio) },
      { title: 'Fim', cell: ({ fim }) => (fim === null ? 'Sem data de retorno' : formatDate(fim)) },
      ...(afastamentos.some(({ motivo }) => motivo !== null)
        ? [{ title: 'Motivo', cell: ({ motivo }: Afastamento) => motivo ?? '' }]
        : []),
    ]}
  />
);
