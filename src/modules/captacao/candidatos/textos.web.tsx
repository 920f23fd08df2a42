import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { fileAddress } from '#kit/fields/file-address.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { MEIOS, type Meio, SEM_TEXTO, type SemTexto, SITUACOES_DO_TEXTO, type SituacaoDoTexto } from '#kit/text/text.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';

interface TextoDoCurriculo {
  id: number;
  nome: string;
  situacao: SituacaoDoTexto;
  motivo: SemTexto | null;
  meio: Meio | null;
}

const TONS = { A: 'waiting', L: 'good', S: 'bad' } as const;
/** How often, in ms, a file that is being read is asked about. */
const PERGUNTA = 3_000;

const diz = ({ situacao, motivo, meio }: TextoDoCurriculo): string => {
  if (situacao === 'L') return `${meio === null ? '' : `${MEIOS[meio]}. `}A busca acha o candidato por ele.`;
  if (situacao === 'A') return 'A leitura é feita em segundo plano.';
  return `${SEM_TEXTO[motivo ?? 'falha']} A busca não acha o candidato por este arquivo: escreva o essencial em Texto do currículo.`;
};

/** Whether the words of each CV are known to the search, and why not. */
export function TextosDosCurriculos({ record }: PanelProps) {
  const { empresaId } = useActing();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', 'captacao/candidatos', 'textos', empresaId, record.id, record.versao],
    queryFn: ({ signal }) =>
      api.get<TextoDoCurriculo[]>(`captacao/candidatos/${record.id}/textos`, {}, { quiet: true, silent: true, signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ situacao }) => situacao === 'A') ? PERGUNTA : false),
    retry: false,
  });
  if (isError) return <Fault message="Não foi possível carregar." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting height={40} />;
  if (data.length === 0) return <Empty message="Este candidato não tem currículo em arquivo." />;
  return (
    <Stack gap="sm">
      {data.map((um) => (
        <div key={um.id}>
          <Group gap="xs">
            <Anchor href={fileAddress(um)} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
              {um.nome}
            </Anchor>
            <Pill tone={TONS[um.situacao]}>{SITUACOES_DO_TEXTO[um.situacao]}</Pill>
          </Group>
          <Text size="sm" c="dimmed">
            {diz(um)}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
