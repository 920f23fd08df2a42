import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { MiniGrade } from './mini-grade.web.tsx';
import type { GestoresDoQuadro, GestorNoQuadro, QuadroNineBox } from './ninebox.ts';
import { NINE_BOX } from './quadro.web.ts';

/** Managers that are shown at first, those with hints before the others. */
const PRIMEIROS = 8;

/** How the people of each manager are distributed, against everybody, and where their notes lie far from the others'. */
export function GestoresDoNineBox({ quadro }: { quadro: QuadroNineBox }) {
  const { empresaId } = useActing();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['ninebox', empresaId, quadro.id, 'gestores'],
    queryFn: () => api.get<GestoresDoQuadro>(`${NINE_BOX}/${quadro.id}/gestores`, {}, { quiet: true }),
    retry: false,
  });
  const [todos, setTodos] = useState(false);
  const gestores = data?.gestores ?? [];
  const linhas: GestorNoQuadro[] = data
    ? [{ id: -1, nome: 'Todos', sinais: [], ...data.todos }, ...(todos ? gestores : gestores.slice(0, PRIMEIROS))]
    : [];
  const comSinais = gestores.some(({ sinais }) => sinais.length > 0);
  return (
    <Section
      title="Por gestor"
      note="O gestor é quem avaliou como líder ou, sem líder, quem responde pela área. Os sinais só chamam a atenção: uma equipe boa e um gestor generoso têm os mesmos números."
    >
      {isError && <Fault message="Não foi possível carregar os gestores." onRetry={refetch} isBusy={isFetching} />}
      {!data && !isError && <Waiting height={200} />}
      {data?.gestores.length === 0 && <Empty message="Ninguém para comparar." />}
      {data && data.gestores.length > 0 && (
        <>
          <PlainTable
            caption="Distribuição por gestor"
            cards
            minWidth={560}
            maxHeight={480}
            rows={linhas}
            keyOf={({ id }) => id ?? 0}
            columns={[
              { title: 'Gestor', width: 190, cell: ({ id, nome }) => (id === -1 ? <strong>{nome}</strong> : nome) },
              { title: 'Pessoas', figures: true, cell: ({ pessoas }) => formatNumber(pessoas, 0) },
              { title: 'Quadrantes', cell: ({ caixas }) => <MiniGrade caixas={caixas} quadro={quadro} /> },
              { title: 'Desempenho', figures: true, cell: ({ desempenho }) => formatNumber(desempenho, 1) },
              { title: 'Potencial', figures: true, cell: ({ potencial }) => formatNumber(potencial, 1) },
              {
                title: 'Sinais',
                ...(comSinais ? { width: '42%' } : {}),
                cell: ({ sinais }) =>
                  sinais.length === 0 ? (
                    '—'
                  ) : (
                    <Stack gap={6}>
                      {sinais.map(({ eixo, frase }) => (
                        <Text key={eixo} size="xs" ta="left">
                          <IconAlertTriangle size={14} aria-hidden="true" style={{ verticalAlign: '-2px' }} /> {frase}
                        </Text>
                      ))}
                    </Stack>
                  ),
              },
            ]}
          />
          {!todos && gestores.length > PRIMEIROS && (
            <Button variant="default" size="compact-sm" mt="sm" className="vinculo-no-print" onClick={() => setTodos(true)}>
              Mostrar {counted(gestores.length, 'gestor', 'gestores')}
            </Button>
          )}
          {todos && data.outros > 0 && (
            <Text size="sm" c="dimmed" mt="xs">
              e mais {counted(data.outros, 'gestor', 'gestores')} sem sinais
            </Text>
          )}
        </>
      )}
    </Section>
  );
}
