import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';
import { nineBox, situacoesDoNineBox } from './ninebox.registry.ts';
import type { QuadroNineBox } from './ninebox.ts';
import { NINE_BOX, type useQuadro } from './quadro.web.ts';

interface Props {
  title: string;
  lido: ReturnType<typeof useQuadro>;
  actions(quadro: QuadroNineBox): ReactNode;
  children(quadro: QuadroNineBox): ReactNode;
}

/** The frame of the two screens of a nine-box: which one, what it is of, and why it is empty. */
export function Moldura({ title, lido, actions, children }: Props) {
  const { moduleTitle } = useActing();
  const can = useCan();
  const [, setId] = useAddress('id');
  const { nineBoxes, quadro, id } = lido;
  const { data } = quadro;
  const nenhum = nineBoxes.isSuccess && id === undefined;
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: moduleTitle('avaliacao') },
        { label: nineBox.title, to: `/${NINE_BOX}` },
        ...(data ? [{ label: data.nome, to: `/${NINE_BOX}/${data.id}` }] : []),
        { label: title },
      ]}
      actions={data && actions(data)}
    >
      {nenhum && (
        <Empty
          message="Ainda não há nenhum Nine Box."
          why={nineBox.empty?.why}
          action={
            can(`${nineBox.authority}_EDITAR`) && (
              <Button component={Link} to={`/${NINE_BOX}/new`}>
                Inserir Nine Box
              </Button>
            )
          }
        />
      )}
      {(quadro.isError || nineBoxes.isError) && (
        <Fault message="Não foi possível carregar o Nine Box." onRetry={quadro.refetch} isBusy={quadro.isFetching} />
      )}
      {!data && !nenhum && !quadro.isError && !nineBoxes.isError && <ScreenLoading />}
      {data && (
        <Stack gap="md">
          <Group gap="md" align="flex-end" justify="space-between">
            <Select
              label="Nine Box"
              className="vinculo-no-print"
              w={{ base: '100%', xs: 300 }}
              allowDeselect={false}
              value={String(data.id)}
              data={comEste(nineBoxes.data?.content ?? [], data)}
              onChange={(escolhido) => escolhido && setId(escolhido)}
            />
            <Resumo quadro={data} />
          </Group>
          {data.vazio === null ? (
            <>
              <Text size="sm" c="dimmed" className="vinculo-no-print">
                Você não aparece neste quadro: quem lhe conta o seu lugar é a sua liderança.
              </Text>
              {children(data)}
            </>
          ) : (
            <Empty
              message={data.vazio}
              why={data.avaliacoes.map(({ nome, concluida }) => `${nome}${concluida ? '' : ' (não concluída)'}`).join(' · ')}
              action={
                can('ROLE_CAD_AVALIACAO_DESEMPENHO') && (
                  <Button
                    component={Link}
                    variant="default"
                    to={`/avaliacao/avaliacoes-desempenho/${data.avaliacoes[0]?.id ?? ''}`}
                  >
                    Abrir a avaliação
                  </Button>
                )
              }
            />
          )}
        </Stack>
      )}
    </Page>
  );
}

/** The choice holds the one that is shown, however old. */
function comEste(nineBoxes: readonly { id: number; nome: string }[], { id, nome }: QuadroNineBox) {
  const todos = nineBoxes.some((um) => um.id === id) ? nineBoxes : [...nineBoxes, { id, nome }];
  return todos.map((um) => ({ value: String(um.id), label: um.nome }));
}

function Resumo({ quadro }: { quadro: QuadroNineBox }) {
  const { situacao, data, total, semResultado, movidas, percentualDesempenho, percentualPotencial } = quadro;
  const ditos = [
    formatDate(data),
    counted(total, 'pessoa', 'pessoas'),
    ...(percentualDesempenho === null ? [] : [`desempenho médio ${formatNumber(percentualDesempenho, 1)}`]),
    ...(percentualPotencial === null ? [] : [`potencial médio ${formatNumber(percentualPotencial, 1)}`]),
    ...(movidas > 0 ? [counted(movidas, 'calibrada', 'calibradas')] : []),
    ...(semResultado > 0 ? [`${counted(semResultado, 'pessoa', 'pessoas')} sem nota nos dois eixos`] : []),
  ];
  return (
    <Group gap="xs">
      <Pill tone={situacao === 'E' ? 'good' : 'quiet'}>{situacoesDoNineBox[situacao]}</Pill>
      <Text size="sm" c="dimmed" role="status">
        {ditos.join(' · ')}
      </Text>
    </Group>
  );
}
