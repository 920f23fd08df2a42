import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCan, useCheckContext } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import type { InputProps } from '#kit/fields/input-state.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddressDay } from '#kit/ui/use-address.web.ts';
import { type SerieRadar, temRadar } from '#modules/estrutura/public.ts';
import { aoEsvaziar, formularioDe, MatrizInput, RadarDeCompetencias } from '#modules/estrutura/public.web.tsx';

const LISTA = 'gestao-talentos/configuracoes-niveis-competencia-colaborador';
const ROLE = 'ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA_COLABORADOR';

const MatrizDoTalento = (props: InputProps) => (
  <MatrizInput
    {...props}
    dono="colaborador"
    chamada={(id, data) => `/api/${LISTA}/new/${id}?data=${data}`}
    semDono="Escolha o talento para ver as competências da faixa salarial dele."
    pesoFixo
  />
);

export const registro = {
  form: formularioDe(
    'colaborador',
    'colaboradorId',
    'gestao-talentos/talentos',
    (id) => `/gestao-talentos/talentos/${id}?aba=competencias`,
  ),
  inputs: { configsNiveisCompetencias: MatrizDoTalento },
  readByInput: ['configsNiveisCompetencias'],
  asksBeforeSave: aoEsvaziar,
};

type Serie = SerieRadar & { faixaSalarial: { id: number; nome: string } | null };

interface Configuracao {
  id: number;
  data: string;
  faixaSalarial: { nome: string } | null;
}

/**
 * On the form of a talent: the levels that the band requires and the talent's own, as of a day, with links to their
 * configurations.
 */
export function CompetenciasDoTalento({ record }: PanelProps) {
  const can = useCan();
  const { today } = useCheckContext();
  const { day: dia, typed, type } = useAddressDay('data', today);
  const mayOpen = can(ROLE);
  const radar = useQuery({
    queryKey: ['registro', LISTA, 'radar', record?.id, dia],
    queryFn: () => api.get<Serie>(`/api/${LISTA}/radar/${record?.id}`, { data: dia }, { quiet: true }),
    enabled: mayOpen && record !== undefined,
  });
  const configs = useQuery({
    queryKey: ['registro', LISTA, 'do-talento', record?.id],
    queryFn: () =>
      api.get<{ content: Configuracao[] }>(
        LISTA,
        { page: 0, size: 50, sort: 'data,desc', colaborador: record?.id },
        { quiet: true },
      ),
    enabled: mayOpen && record !== undefined,
  });
  if (!mayOpen) return <Empty message="Você não tem autorização para ver os níveis de competência." />;
  const serie = radar.data;
  const lista = configs.data?.content ?? [];
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <DateInput label="Na data" value={typed} onChange={type} />
        {can(`${ROLE}_EDITAR`) && (
          <Button
            variant="default"
            component={Link}
            to={`/${LISTA}/new?colaboradorId=${record?.id}`}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            Inserir níveis
          </Button>
        )}
      </Group>
      {serie && (
        <RadarDeCompetencias
          serie={serie}
          talento={typeof record?.nome === 'string' ? record.nome : 'Talento'}
          faixa={serie.faixaSalarial?.nome ?? 'Faixa salarial'}
        />
      )}
      {serie && !temRadar(serie) && (
        <Text size="sm" c="dimmed" role="status">
          {serie.competenciasFaixaSalarial.length === 0
            ? 'A faixa salarial do talento não exige níveis de competência nesta data.'
            : 'O talento não tem níveis de competência configurados nesta data.'}
        </Text>
      )}
      {lista.length > 0 && (
        <Section title="Configurações">
          <PlainTable
            caption="Configurações"
            rows={lista}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'A partir de',
                cell: ({ id, data: desde }) => (
                  <Anchor component={Link} to={`/${LISTA}/${id}?colaboradorId=${record?.id}`} inherit>
                    {formatDate(desde)}
                  </Anchor>
                ),
              },
              { title: 'Faixa Salarial', cell: ({ faixaSalarial }) => faixaSalarial?.nome ?? '—' },
            ]}
          />
        </Section>
      )}
    </Stack>
  );
}
