import { Button, Group, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { TreePicker } from '#kit/ui/inputs/tree-picker.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';
import { DiaInput, useDia } from './dia.web.tsx';
import { OrgChart, type OrgNode } from './org-chart.web.tsx';
import { type AreaDoOrganograma, emOrdem, type Ramo } from './organograma.ts';

const people = (count: number | null) => (count === null ? '' : counted(count, 'talento', 'talentos'));

/** Who answers for the area, by which position, and how many work in it and below. */
const node = (area: Ramo<AreaDoOrganograma>): OrgNode => ({
  id: area.id,
  label: area.ativo ? area.nome : `${area.nome} (Inativa)`,
  lines: [area.responsaveis ?? 'Sem responsável', area.cargoDoResponsavel ?? '', people(area.talentosNoRamo)],
  detail: [people(area.talentosNoRamo), area.responsaveis ?? 'Sem responsável'].filter(Boolean).join(' · '),
  children: area.filhas.map(node),
});

/** The areas of the company as a chart, with print; a box opens its area. */
export function Organograma() {
  const navigate = useNavigate();
  const { moduleTitle } = useActing();
  const can = useCan();
  const [todas, setTodas] = useAddress('todas');
  const withInactive = todas === 'true';
  const [area, setArea] = useAddress('areaOrganizacionalId');
  const { em, ...dia } = useDia();
  const { data } = useQuery({
    queryKey: ['organograma', withInactive, em],
    queryFn: () =>
      api.get<Ramo<AreaDoOrganograma>[]>('/api/cargo-salario/areas-organizacionais/organogramas', {
        ...(withInactive ? {} : { ativa: true }),
        ...(em ? { em } : {}),
      }),
  });
  const areas = useMemo(() => emOrdem(data ?? []), [data]);
  // Draws and prints one branch; a branch that does not exist (any more) narrows nothing.
  const escolhida = areas.find(({ id }) => String(id) === area);
  const roots = useMemo(() => (escolhida ? [escolhida] : data)?.map(node), [data, escolhida]);
  return (
    <Page
      title="Organograma"
      breadcrumbs={[
        { label: moduleTitle('cargo-salario') },
        { label: 'Áreas Organizacionais', to: '/cargo-salario/areas-organizacionais' },
        { label: 'Organograma' },
      ]}
    >
      <Group mb="sm" align="flex-start" gap="xl">
        <DiaInput {...dia} />
        <div style={{ flex: '1 1 220px', maxWidth: 360 }}>
          <TreePicker
            label="Ramo"
            placeholder="A empresa inteira"
            value={escolhida ? [escolhida.id] : []}
            options={areas.map(({ id, nome, areaMaeId }) => ({ value: id, label: nome, above: areaMaeId }))}
            onChange={([chosen]) => setArea(chosen ? String(chosen.value) : '')}
          />
        </div>
        <Switch
          // In line with the inputs, below the height of their labels.
          mt={{ base: 0, sm: 34 }}
          label="Exibir áreas inativas"
          checked={withInactive}
          onChange={(event) => setTodas(event.currentTarget.checked ? 'true' : '')}
        />
      </Group>
      {!roots ? (
        <ScreenLoading />
      ) : roots.length === 0 ? (
        <Empty
          message={em ? 'Nenhuma área existia nessa data.' : 'A empresa ainda não tem áreas organizacionais ativas.'}
          action={
            can('ROLE_CAD_AREA_ORGANIZACIONAL_EDITAR') && (
              <Button component={Link} to="/cargo-salario/areas-organizacionais/new">
                Inserir área
              </Button>
            )
          }
        />
      ) : (
        <OrgChart
          title={escolhida ? `Organograma: ${escolhida.nome}` : 'Organograma'}
          roots={roots}
          onSelect={({ id }) => void navigate(`/cargo-salario/areas-organizacionais/${id}${em ? `?em=${em}` : ''}`)}
        />
      )}
    </Page>
  );
}
