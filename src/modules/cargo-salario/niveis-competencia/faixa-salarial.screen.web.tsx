import { Anchor, Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { addDays, formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { RefBox } from '#kit/fields/reference-inputs.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { CompetenciasDaFaixa } from './competencias-da-faixa.web.tsx';

const LISTA = '/cargo-salario/configuracoes-niveis-competencia';
const FAIXAS = 'cargo-salario/faixas-salariais';

interface Configuracao {
  id: number;
  data: string;
  ate: string | null;
  competencias: number;
}

/** The configurations of one band over time, and the levels that it requires on a day. */
export function NiveisDaFaixaSalarial() {
  const { moduleTitle } = useActing();
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('faixaSalarialId') ?? '';
  const faixaId = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null;
  const { data: configs } = useQuery({
    queryKey: ['niveis-da-faixa', faixaId, 'lista'],
    queryFn: () => api.get<Configuracao[]>(`/api${LISTA}/faixa-salarial/${faixaId}`, {}, { quiet: true }),
    enabled: faixaId !== null,
  });
  return (
    <Page
      title="Níveis de Competência da Faixa Salarial"
      breadcrumbs={[
        { label: moduleTitle('cargo-salario') },
        { label: 'Níveis de Competência das Faixas Salariais', to: LISTA },
        { label: 'Faixa Salarial' },
      ]}
      actions={
        faixaId !== null &&
        can('ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA_EDITAR') && (
          <Button
            component={Link}
            to={`${LISTA}/new?faixaSalarialId=${faixaId}`}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            Inserir
          </Button>
        )
      }
    >
      <Stack gap="md">
        <div style={{ maxWidth: 480 }}>
          <RefBox
            target={FAIXAS}
            label="Faixa Salarial"
            value={faixaId}
            onChange={(faixa) => setSearch(faixa === null ? {} : { faixaSalarialId: String(faixa.id) }, { replace: true })}
          />
        </div>
        {faixaId === null && <Empty message="Escolha uma faixa salarial para ver os níveis de competência que ela exige." />}
        {faixaId !== null && configs && configs.length > 0 && (
          <Section title="Configurações">
            <PlainTable
              caption="Configurações"
              rows={configs}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'A partir de',
                  cell: ({ id, data }) => (
                    <Anchor component={Link} to={`${LISTA}/${id}`} inherit>
                      {formatDate(data)}
                    </Anchor>
                  ),
                },
                { title: 'Até', cell: ({ ate }) => (ate === null ? '—' : formatDate(addDays(ate, -1))) },
                { title: 'Competências', figures: true, cell: ({ competencias }) => competencias },
              ]}
            />
          </Section>
        )}
        {faixaId !== null && <CompetenciasDaFaixa key={faixaId} faixaId={faixaId} />}
      </Stack>
    </Page>
  );
}
