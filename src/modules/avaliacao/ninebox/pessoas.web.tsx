import { Anchor, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsMove, IconChartRadar, IconSearch, IconTargetArrow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { IconButton } from '#kit/ui/icon-button.web.tsx';
import { Pages } from '#kit/ui/pages.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { Rosto } from './grade.web.tsx';
import { CAIXAS, type Caixa, dizNiveis } from './ninebox.rules.ts';
import type { PessoaNoQuadro, QuadroNineBox } from './ninebox.ts';
import { NINE_BOX } from './quadro.web.ts';
import { RadarDialog } from './radar.web.tsx';

const POR_PAGINA = 15;

interface Props {
  quadro: QuadroNineBox;
  caixas: ReadonlySet<Caixa>;
  onMove?: ((pessoa: PessoaNoQuadro) => void) | undefined;
  /** takes the focus when a box is chosen */
  ref?: Ref<HTMLDivElement>;
}

/** RUL-234, RUL-235: who stands in the chosen boxes, or in all of them. */
export function PessoasDasCaixas({ quadro, caixas, onMove, ref }: Props) {
  const { empresaId } = useActing();
  const can = useCan();
  const navigate = useNavigate();
  const [busca, setBusca] = useState('');
  const [procurada] = useDebouncedValue(busca.trim(), 250);
  const [radar, setRadar] = useState<PessoaNoQuadro | null>(null);
  const quais = CAIXAS.filter((caixa) => caixas.has(caixa)).join(',');
  // Another choice begins at the first page.
  const escolha = `${quadro.id} ${quais} ${quadro.area} ${procurada}`;
  const [lugar, setLugar] = useState({ escolha, page: 0 });
  const page = lugar.escolha === escolha ? lugar.page : 0;
  const lista = useQuery({
    queryKey: ['ninebox', empresaId, quadro.id, 'pessoas', quais, quadro.area, procurada, page],
    queryFn: ({ signal }) =>
      api.get<{ content: PessoaNoQuadro[]; totalElements: number; totalPages: number }>(
        `${NINE_BOX}/chart/${quadro.id}/pessoas`,
        {
          ...(quais ? { caixas: quais } : {}),
          ...(quadro.area ? { area: quadro.area } : {}),
          ...(procurada ? { busca: procurada } : {}),
          page,
          size: POR_PAGINA,
        },
        { quiet: true, signal },
      ),
    retry: false,
    placeholderData: (antes) => antes,
  });
  const { data } = lista;
  const titulo = (caixa: Caixa) => quadro[`box${caixa}`].nomeclatura;
  const nomes = CAIXAS.filter((caixa) => caixas.has(caixa)).map(titulo);
  const [uma] = caixas.size === 1 ? caixas : [];
  return (
    <div ref={ref} tabIndex={-1} style={{ scrollMarginTop: 80, outline: 'none' }}>
      <Section
        title={nomes.length === 0 ? 'Pessoas' : `Pessoas em ${nomes.join(', ')}`}
        note={uma === undefined ? undefined : `${dizNiveis(uma)}. ${quadro[`box${uma}`].descricao}`}
        aside={
          <TextInput
            aria-label="Buscar pessoa"
            placeholder="Buscar pessoa"
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={busca}
            maxLength={200}
            onChange={(event) => setBusca(event.currentTarget.value)}
          />
        }
      >
        {lista.isError && (
          <Fault message="Não foi possível carregar as pessoas." onRetry={lista.refetch} isBusy={lista.isFetching} />
        )}
        {!data && !lista.isError && <Waiting height={160} />}
        {data?.totalElements === 0 && <Empty message={procurada ? 'Ninguém com esse nome aqui.' : 'Ninguém está aqui.'} />}
        {data && data.totalElements > 0 && (
          <>
            <PlainTable
              caption="Pessoas nos quadrantes"
              cards
              minWidth={720}
              rows={data.content}
              keyOf={({ colaboradorId }) => colaboradorId}
              columns={[
                {
                  title: 'Nome',
                  cell: (pessoa) => (
                    <Group gap="sm" wrap="nowrap">
                      <Rosto pessoa={pessoa} size={32} />
                      {can('ROLE_CAD_TALENTO') ? (
                        <Anchor component={Link} to={`/gestao-talentos/talentos/${pessoa.colaboradorId}`} inherit>
                          {pessoa.nome}
                        </Anchor>
                      ) : (
                        pessoa.nome
                      )}
                    </Group>
                  ),
                },
                { title: 'Cargo', cell: ({ cargo }) => cargo ?? '—' },
                { title: 'Área', cell: ({ area }) => area ?? '—' },
                { title: 'Desempenho', figures: true, cell: ({ desempenho }) => formatNumber(desempenho, 1) },
                { title: 'Potencial', figures: true, cell: ({ potencial }) => formatNumber(potencial, 1) },
                {
                  title: 'Quadrante',
                  cell: ({ caixa, calculada }) => (
                    <>
                      {titulo(caixa)}
                      {caixa !== calculada && (
                        <Text size="xs" c="dimmed">
                          <Pill tone="waiting">Calibrado</Pill> pelas notas: {titulo(calculada)}
                        </Text>
                      )}
                    </>
                  ),
                },
                {
                  title: 'Ações',
                  cell: (pessoa) => (
                    <Group gap={4} wrap="nowrap" justify="flex-end" className="vinculo-no-print">
                      {onMove && (
                        <IconButton
                          icon={IconArrowsMove}
                          tip="Mudar de quadrante"
                          label={`Mudar ${pessoa.nome} de quadrante`}
                          onClick={() => onMove(pessoa)}
                        />
                      )}
                      <IconButton
                        icon={IconChartRadar}
                        tip="Radar"
                        label={`Radar de ${pessoa.nome}`}
                        onClick={() => setRadar(pessoa)}
                      />
                      <IconButton
                        icon={IconTargetArrow}
                        tip="PDI"
                        label={`PDI de ${pessoa.nome}`}
                        onClick={() => void navigate(`/avaliacao/pdi/${pessoa.colaboradorId}`)}
                      />
                    </Group>
                  ),
                },
              ]}
            />
            <Group justify="space-between" mt="sm">
              <Text size="sm" c="dimmed" role="status">
                {counted(data.totalElements, 'pessoa', 'pessoas')}
              </Text>
              <Pages total={data.totalPages} page={page} onChange={(nova) => setLugar({ escolha, page: nova })} />
            </Group>
          </>
        )}
      </Section>
      {radar && <RadarDialog pessoa={radar} onClose={() => setRadar(null)} />}
    </div>
  );
}
