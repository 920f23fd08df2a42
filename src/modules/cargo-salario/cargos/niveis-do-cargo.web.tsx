import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';
import { CompetenciasDaFaixa } from '../niveis-competencia/competencias-da-faixa.web.tsx';

/** The levels that the bands of a position require, on its form. */
export function NiveisDoCargo({ record }: PanelProps) {
  const can = useCan();
  const mayOpen = can('ROLE_CAD_FAIXA_SALARIAL') && can('ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA');
  const { data: faixas } = useQuery({
    queryKey: ['faixas-do-cargo', record?.id],
    queryFn: () =>
      api.get<{ id: number; nome: string }[]>(`/api/cargo-salario/faixas-salariais/cargo/${record?.id}`, {}, { quiet: true }),
    enabled: mayOpen && record !== undefined,
  });
  const [faixa, setFaixa] = useAddress('faixa');
  if (!mayOpen) return <Empty message="Você não tem autorização para ver os níveis de competência." />;
  if (!faixas) return <ScreenLoading />;
  const faixaId = (faixas.find(({ id }) => String(id) === faixa) ?? faixas[0])?.id ?? null;
  if (faixaId === null) return <Empty message="O cargo ainda não tem faixas salariais." />;
  return (
    <Stack gap="md">
      <div style={{ maxWidth: 320 }}>
        <Select<number>
          label="Faixa Salarial"
          value={faixaId}
          clearable={false}
          options={faixas.map(({ id, nome }) => ({ value: id, label: nome }))}
          onChange={(id) => setFaixa(String(id ?? ''))}
        />
      </div>
      <CompetenciasDaFaixa key={faixaId} faixaId={faixaId} />
    </Stack>
  );
}
