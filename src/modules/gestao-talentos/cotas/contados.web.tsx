import { Anchor, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { countSentence } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import type { Contado } from './cotas.ts';

export interface QuaisContados {
  tipo: 'pcd' | 'aprendiz';
  titulo: string;
}

/** The people who count, by name. */
export function ContadosModal({ quais, onClose }: { quais: QuaisContados | null; onClose: () => void }) {
  const { empresaId } = useActing();
  const { data, isError } = useQuery({
    queryKey: ['cotas-contados', empresaId, quais?.tipo],
    queryFn: () =>
      api.get<{ total: number; itens: Contado[] }>('/api/gestao-talentos/cotas/contados', { tipo: quais?.tipo }, { quiet: true }),
    enabled: quais !== null,
    retry: false,
  });
  return (
    <Modal opened={quais !== null} onClose={onClose} title={quais?.titulo} size="xl">
      {isError ? (
        <Empty message="Não foi possível carregar a lista." />
      ) : data === undefined ? (
        <ScreenLoading />
      ) : data.itens.length === 0 ? (
        <Empty />
      ) : (
        <>
          <PlainTable
            caption={quais?.titulo ?? ''}
            striped
            cards
            minWidth={520}
            maxHeight="60vh"
            rows={data.itens}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Nome',
                cell: ({ id, nome }) => (
                  <Anchor component={Link} to={`/gestao-talentos/talentos/${id}`} inherit>
                    {nome}
                  </Anchor>
                ),
              },
              { title: 'Matrícula', cell: ({ matricula }) => matricula ?? '–' },
              { title: 'Cargo', cell: ({ cargo }) => cargo ?? '–' },
              { title: 'Estabelecimento', cell: ({ estabelecimento }) => estabelecimento ?? '–' },
              { title: 'Admissão', cell: ({ dataAdmissao }) => formatDate(dataAdmissao) },
            ]}
          />
          <Text size="sm" c="dimmed" mt="sm">
            {data.total > data.itens.length
              ? `Os primeiros ${formatNumber(data.itens.length, 0)} de ${formatNumber(data.total, 0)} talentos.`
              : countSentence(data.total)}
          </Text>
        </>
      )}
    </Modal>
  );
}
