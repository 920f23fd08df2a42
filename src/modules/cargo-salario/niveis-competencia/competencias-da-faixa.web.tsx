import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCan, useCheckContext } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import type { Named } from '#kit/fields/options.web.ts';
import { RefBox } from '#kit/fields/reference-inputs.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddress, useAddressDay } from '#kit/ui/use-address.web.ts';
import type { Matriz, SerieRadar } from '#modules/estrutura/public.ts';
import { tiposDeCompetencia } from '#modules/estrutura/public.ts';
import { RadarDeCompetencias } from '#modules/estrutura/public.web.tsx';

const FAIXA = '/api/cargo-salario/configuracoes-niveis-competencia/faixa-salarial';
const TALENTOS = 'gestao-talentos/talentos';
const quiet = { quiet: true } as const;

/** The levels that a band requires on a day, compared with those of a talent. */
export function CompetenciasDaFaixa({ faixaId }: { faixaId: number }) {
  const can = useCan();
  const { today } = useCheckContext();
  const { day: dia, typed, type } = useAddressDay('data', today);
  const [talentoId, setTalentoId] = useAddress('colaboradorId');
  const named = useQuery({
    queryKey: ['opcoes', TALENTOS, 'ids', talentoId],
    queryFn: () => api.get<Named[]>(`${TALENTOS}/opcoes`, { ids: talentoId }, quiet),
    enabled: /^\d{1,15}$/.test(talentoId),
  });
  const talento = named.data?.[0] ?? null;
  const info = useQuery({
    queryKey: ['niveis-da-faixa', faixaId, 'info', dia],
    queryFn: () => api.get<Matriz>(`${FAIXA}/${faixaId}/info`, { data: dia }, quiet),
  });
  const radar = useQuery({
    queryKey: ['niveis-da-faixa', faixaId, 'radar', dia, talento?.id],
    queryFn: () =>
      api.get<SerieRadar>(
        '/api/cargo-salario/competencias/radar',
        { faixaSalarialId: faixaId, colaboradorId: talento?.id, data: dia },
        quiet,
      ),
    enabled: talento !== null,
  });
  const exigidas = (info.data?.configsNiveisCompetencias ?? []).filter(({ nivelCompetencia }) => nivelCompetencia !== null);
  const isWithoutLevels = radar.data !== undefined && radar.data.competenciasColaborador.length === 0;
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <DateInput label="Na data" value={typed} onChange={type} />
        {can('ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA_COLABORADOR') && (
          <div style={{ flex: '1 1 240px', maxWidth: 420 }}>
            <RefBox
              target={TALENTOS}
              label="Comparar com o talento"
              value={talento}
              onChange={(talento) => setTalentoId(String(talento?.id ?? ''))}
            />
          </div>
        )}
      </Group>
      {radar.data && talento && (
        <RadarDeCompetencias
          serie={radar.data}
          talento={talento.nome}
          faixa={info.data?.faixaSalarial?.nome ?? 'Faixa salarial'}
        />
      )}
      {isWithoutLevels && exigidas.length > 0 && (
        <Text size="sm" c="dimmed" role="status">
          {`${talento?.nome ?? 'O talento'} não tem níveis de competência configurados nesta data.`}
        </Text>
      )}
      {info.isPending ? (
        <ScreenLoading />
      ) : exigidas.length === 0 ? (
        <Empty message="A faixa salarial não exige nenhum nível de competência nesta data." />
      ) : (
        <Section title="Níveis exigidos">
          <PlainTable
            caption="Níveis exigidos"
            rows={exigidas}
            keyOf={({ dataKey }) => dataKey}
            columns={[
              {
                title: 'Competência',
                cell: ({ competencia, competenciaTipo }) => (
                  <>
                    {competencia.nome}
                    <Text size="xs" c="dimmed">
                      {tiposDeCompetencia[competenciaTipo]}
                    </Text>
                  </>
                ),
              },
              { title: 'Peso', figures: true, cell: ({ competenciaPeso }) => competenciaPeso },
              { title: 'Nível', cell: ({ nivelCompetencia }) => nivelCompetencia?.descricao },
            ]}
          />
        </Section>
      )}
    </Stack>
  );
}
