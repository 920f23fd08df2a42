import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatInstant } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import classes from './movimentos.module.css';
import type { Movimento, QuadroNineBox } from './ninebox.ts';
import { NINE_BOX } from './quadro.web.ts';

/** Who was moved, where to, by whom and why; the last first. */
export function MovimentosDoNineBox({ quadro }: { quadro: QuadroNineBox }) {
  const { empresaId } = useActing();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['ninebox', empresaId, quadro.id, 'movimentos'],
    queryFn: () => api.get<{ total: number; itens: Movimento[] }>(`${NINE_BOX}/${quadro.id}/movimentos`, {}, { quiet: true }),
    retry: false,
  });
  return (
    <Section title="Mudanças" note={data && data.total > 0 ? counted(data.total, 'mudança', 'mudanças') : undefined}>
      {isError && <Fault message="Não foi possível carregar as mudanças." onRetry={refetch} isBusy={isFetching} />}
      {!data && !isError && <Waiting height={120} />}
      {data?.total === 0 && <Empty message="Ninguém mudou de quadrante ainda." />}
      {data && data.total > 0 && (
        <ol className={classes.mudancas}>
          {data.itens.map(({ id, nome, de, para, motivo, quem, quando }) => (
            <li key={id}>
              <Stack gap={2}>
                <Text size="sm" fw={600}>
                  {nome}
                </Text>
                <Text size="sm">
                  {quadro[`box${de}`].nomeclatura} → {quadro[`box${para}`].nomeclatura}
                </Text>
                <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  “{motivo}”
                </Text>
                <Text size="xs" c="dimmed">
                  {quem}, {formatInstant(quando)}
                </Text>
              </Stack>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
