import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { Pill } from '#kit/ui/pill.web.tsx';
import type { BranchTold, ListTold } from './indented.ts';

interface Props {
  /** `module/slug` of a registry whose records stand below each other */
  path: string;
  registry: AnyRegistry;
  onDone?: (novas: number) => void;
}

const states = {
  existe: { tone: 'quiet', text: 'já existe' },
  nova: { tone: 'good', text: 'nova' },
  falha: { tone: 'bad', text: 'com erro' },
} as const;

/** Records typed or pasted as an indented list, with the tree that they make beside it. */
export function IndentedList({ path, registry, onDone }: Props) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text, 400);
  const [busy, setBusy] = useState(false);
  const { data, isFetching, error } = useQuery({
    queryKey: ['registro', path, 'lista-recuada', asked],
    queryFn: ({ signal }) =>
      api.post<ListTold>(`${path}/importar/lista`, { texto: asked }, { quiet: true, silent: true, signal }),
    enabled: asked.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  const told = text.trim() === '' || error ? undefined : data;
  const isFaulty = told?.linhas.some(({ situacao }) => situacao === 'falha') ?? false;
  const isStale = asked !== text || isFetching;
  const save = async () => {
    setBusy(true);
    const done = await api.post<ListTold>(`${path}/importar/lista`, { texto: text, gravar: true }).catch(() => null);
    setBusy(false);
    if (!done) return;
    await queries.invalidateQueries({ queryKey: ['registro', path] });
    toast.success(`${counted(done.novas, 'registro incluído', 'registros incluídos')}.`);
    setText('');
    onDone?.(done.novas);
  };
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Textarea
          label={registry.title}
          description="Um nome por linha. Dois espaços ou uma tabulação antes do nome o põem abaixo do anterior."
          placeholder={'Comercial\n  Comercial Sul\n  Comercial Norte'}
          autosize
          minRows={8}
          maxRows={20}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          styles={{ input: { fontFamily: 'monospace', tabSize: 4 } }}
          spellCheck={false}
        />
        <Paper
          withBorder
          p="sm"
          component="section"
          aria-label="Como ficará"
          aria-busy={isStale}
          mah={480}
          style={{ overflow: 'auto' }}
        >
          {told ? (
            <Stack gap={6}>
              {told.linhas.map((branch) => (
                <OneBranch key={branch.linha} branch={branch} />
              ))}
            </Stack>
          ) : (
            <Text size="sm" c="dimmed">
              A árvore aparece aqui enquanto você escreve. Nada é gravado antes da sua confirmação.
            </Text>
          )}
        </Paper>
      </SimpleGrid>
      {error && text.trim() !== '' && (
        <Alert color="red" role="alert">
          {error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button onClick={() => void save()} loading={busy} disabled={!told || told.novas === 0 || isFaulty || isStale}>
          {told && told.novas > 0 ? `Incluir ${counted(told.novas, 'registro', 'registros')}` : 'Incluir'}
        </Button>
      </Group>
    </Stack>
  );
}

function OneBranch({ branch: { nivel, nome, situacao, mensagem } }: { branch: BranchTold }) {
  const { tone, text } = states[situacao];
  return (
    <div style={{ paddingInlineStart: `${Math.min(nivel, 8) * 20}px` }}>
      <Group gap={8} wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {nome}
        </Text>
        <div style={{ flexShrink: 0 }}>
          <Pill tone={tone}>{text}</Pill>
        </div>
      </Group>
      {mensagem && (
        <Text size="xs" c="var(--mantine-color-error)">
          {mensagem}
        </Text>
      )}
    </div>
  );
}
