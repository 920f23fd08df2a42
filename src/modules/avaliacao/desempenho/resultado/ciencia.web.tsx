import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { Section } from '#kit/ui/section.web.tsx';
import type { ResultadoNaTela } from '../resultado-na-tela.ts';
import { resultadoKey } from './use-resultado.web.ts';

/** The evaluated says that they have read it, with a word of their own if they like. */
export function DarCiencia({ lido: { id } }: { lido: ResultadoNaTela }) {
  const queries = useQueryClient();
  const [ciencia, setCiencia] = useState('');
  const dar = useMutation({
    mutationFn: () => api.put<ResultadoNaTela>(`avaliacao/resultados/${id}/ciencia`, { ciencia: ciencia.trim() || null }),
    onSuccess: (agora) => {
      queries.setQueryData(resultadoKey(id), agora);
      void queries.invalidateQueries({ queryKey: ['resultados-das-avaliacoes'] });
    },
  });
  return (
    <Section
      title="Você leu o seu resultado?"
      note="Dar ciência diz que você leu, não que concorda. O que você escrever fica junto do resultado."
    >
      <Stack gap="sm" align="flex-start">
        <Textarea
          label="Comentário"
          w="100%"
          maw={640}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          value={ciencia}
          onChange={({ target }) => setCiencia(target.value)}
        />
        <Button loading={dar.isPending} onClick={() => dar.mutate()}>
          Dar ciência
        </Button>
      </Stack>
    </Section>
  );
}

/** That the evaluated have read their result, when, and what they wrote. */
export const CienciaDada = ({ lido: { visao, colaborador, cienteEm, ciencia } }: { lido: ResultadoNaTela }) =>
  cienteEm && (
    <Section title="Ciência">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <IconCircleCheck size={20} aria-hidden="true" color="var(--vinculo-accent)" />
        <div>
          <Text>{`${visao === 'avaliado' ? 'Você leu' : `${colaborador.nome} leu`} este resultado em ${formatInstant(cienteEm)}.`}</Text>
          {ciencia && (
            <Text mt={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {ciencia}
            </Text>
          )}
        </div>
      </Group>
    </Section>
  );
