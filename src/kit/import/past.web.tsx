import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { type PastImport, wantedOf } from './analysis.ts';
import { EMPTIED } from './import.ts';

const states: Readonly<Record<PastImport['estado'], string>> = {
  analisando: 'Em análise',
  analisada: 'Aguardando confirmação',
  aplicando: 'Importando',
  aplicada: 'Importada',
  desfazendo: 'Sendo desfeita',
  desfeita: 'Desfeita',
  falhou: 'Não foi lida',
};

const number = (n: number) => n.toLocaleString('pt-BR');

interface Props {
  path: string;
  mayUndo: boolean;
  onOpen: (importacaoId: number) => void;
  onUndo: (importacaoId: number) => void;
}

/** Who imported what and when; one's own can be opened again or taken back. */
export function PastImports({ path, mayUndo, onOpen, onUndo }: Props) {
  const { data = [] } = useQuery({
    queryKey: ['registro', path, 'importacoes'],
    queryFn: ({ signal }) => api.get<PastImport[]>(`${path}/importar`, {}, { quiet: true, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ estado }) => ['analisando', 'aplicando', 'desfazendo'].includes(estado)) ? 2_000 : false,
  });
  if (data.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Importações anteriores
      </Title>
      <PlainTable
        caption="Importações anteriores"
        withTableBorder
        verticalSpacing={4}
        minWidth={680}
        maxHeight={320}
        rows={data.map((one) => ({ ...one, comErro: wantedOf(one) - one.validos }))}
        keyOf={({ importacaoId }) => importacaoId}
        columns={[
          { title: 'Quando', cell: ({ criadaEm }) => <span style={{ whiteSpace: 'nowrap' }}>{formatInstant(criadaEm)}</span> },
          { title: 'Quem', cell: ({ usuarioNome }) => usuarioNome },
          { title: 'Planilha', cell: ({ nome }) => nome ?? '—' },
          { title: 'Linhas', figures: true, cell: ({ total }) => number(total) },
          { title: 'Gravadas', figures: true, cell: ({ gravados }) => number(gravados) },
          {
            title: 'Situação',
            cell: ({ estado, comErro, apagadas, mensagem }) => (
              <>
                {states[estado]}
                {estado === 'analisada' && comErro > 0 && <Text size="xs">{`${number(comErro)} com erro`}</Text>}
                {apagadas > 0 && <Text size="xs">{counted(apagadas, ...EMPTIED)}</Text>}
                {mensagem && <Text size="xs">{mensagem}</Text>}
              </>
            ),
          },
          {
            title: <span className="vinculo-hidden">Ações</span>,
            cell: ({ importacaoId, minha, estado, nome }) => (
              <>
                {minha && ['analisada', 'desfeita'].includes(estado) && (
                  <Deed what="Abrir" nome={nome} onClick={() => onOpen(importacaoId)} />
                )}
                {minha && mayUndo && estado === 'aplicada' && (
                  <Deed what="Desfazer" nome={nome} onClick={() => onUndo(importacaoId)} />
                )}
              </>
            ),
          },
        ]}
      />
    </Stack>
  );
}

function Deed({ what, nome, onClick }: { what: string; nome: string | null; onClick: () => void }) {
  return (
    <Button size="compact-xs" variant="default" aria-label={`${what} ${nome ?? ''}`} onClick={onClick}>
      {what}
    </Button>
  );
}
