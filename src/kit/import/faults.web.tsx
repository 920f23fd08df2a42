import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCell } from '#kit/sheet/format.ts';
import { Pages } from '#kit/ui/pages.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import type { Analysis, Changes, Equal, Fault } from './analysis.ts';

interface Props {
  analysis: Analysis;
  busy: boolean;
  onChange: (changes: Changes) => void;
  onDownload: () => void;
}

const PAGE = 20;

const keyOf = ({ linha, campo, coluna }: Fault) => `${linha}:${campo ?? coluna ?? ''}`;
const textOf = (fault: Fault) => formatCell('text', fault.valor);
const groupOf = (fault: Fault) => `${fault.campo ?? ''}\n${textOf(fault)}`;

/** The faults with cells to mend them in, one by one or all that are alike, judged again by the server. */
export function FaultGrid({ analysis, busy, onChange, onDownload }: Props) {
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({});
  const [page, setPage] = useState(0);
  const { falhas: all, falhasTotal = all.length, grupos = [] } = analysis;
  // A value that several rows share is mended with its group; different values are mended here, one by one.
  const shared = new Set(
    grupos.filter(({ valores }) => valores === 1).map(({ campo, mensagem }) => `${campo ?? ''}\n${mensagem}`),
  );
  const falhas = all.filter(({ campo, mensagem }) => !shared.has(`${campo ?? ''}\n${mensagem}`));
  const grouped = grupos.reduce((sum, { total, valores }) => (valores === 1 ? sum + total : sum), 0);
  const pages = Math.ceil(falhas.length / PAGE);
  const present = Math.max(0, Math.min(page, pages - 1));
  const rows = falhas.slice(present * PAGE, (present + 1) * PAGE);
  const isPhone = usePhone();
  const labels = new Map(analysis.campos.map(({ nome, rotulo }) => [nome, rotulo]));
  const nameOf = ({ coluna, campo }: Fault) => coluna ?? labels.get(campo ?? '') ?? campo ?? '';
  const alike = new Map<string, number>();
  for (const fault of falhas) alike.set(groupOf(fault), (alike.get(groupOf(fault)) ?? 0) + 1);
  const alikeOf = (fault: Fault) => alike.get(groupOf(fault)) ?? 1;
  const changes = falhas.flatMap((fault) => {
    const valor = edited[keyOf(fault)];
    return valor !== undefined && fault.campo !== null ? [{ linha: fault.linha, campo: fault.campo, valor }] : [];
  });
  const mendAlike = (fault: Fault, para: string) => {
    if (fault.campo === null) return;
    const equal: Equal = { campo: fault.campo, de: textOf(fault), para };
    onChange({ iguais: [equal], ...(changes.length > 0 ? { celulas: changes } : {}) });
    setEdited({});
  };
  return (
    <Stack gap="xs">
      {falhas.length > 0 && (
        <PlainTable
          caption="Erros da planilha"
          withTableBorder
          verticalSpacing={4}
          minWidth={640}
          maxHeight={380}
          cards
          rows={rows}
          keyOf={(fault, index) => `${keyOf(fault)}:${index}`}
          columns={[
            { title: 'Linha', cell: ({ linha }) => (isPhone ? `Linha ${linha}` : linha) },
            {
              title: 'Nome',
              cell: ({ nome }) => (
                <Box component="span" display="inline-block" maw={200} style={{ overflowWrap: 'anywhere' }}>
                  {nome}
                </Box>
              ),
            },
            { title: 'Coluna', cell: nameOf },
            {
              title: 'Valor',
              width: 196,
              cell: (fault) => (
                <Value
                  fault={fault}
                  name={nameOf(fault)}
                  value={edited[keyOf(fault)]}
                  alike={alikeOf(fault)}
                  busy={busy}
                  onEdit={(value) => setEdited({ ...edited, [keyOf(fault)]: value })}
                  onAlike={(value) => mendAlike(fault, value)}
                />
              ),
            },
            {
              title: 'Erro',
              cell: (fault) => (
                <Message
                  fault={fault}
                  alike={alikeOf(fault)}
                  busy={busy}
                  onAlike={(value) => mendAlike(fault, value)}
                  onConfirm={({ linha, mensagem }) => onChange({ confirmar: [{ linha, mensagem }] })}
                />
              ),
            },
          ]}
        />
      )}
      {falhasTotal - grouped > falhas.length && (
        <Text size="sm">
          {`São mostrados os primeiros ${falhas.length.toLocaleString('pt-BR')} de ${(falhasTotal - grouped).toLocaleString('pt-BR')} erros que não se repetem. Baixe as linhas com erro para ver todos.`}
        </Text>
      )}
      <Group>
        <Pages total={pages} page={present} onChange={setPage} />
        <Group gap="xs" ml="auto">
          <Button size="xs" variant="default" onClick={onDownload}>
            Baixar linhas com erro
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={busy}
            onClick={() => {
              onChange({ celulas: changes });
              setEdited({});
            }}
          >
            {changes.length > 0 ? 'Conferir correções' : 'Conferir de novo'}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

interface MessageProps {
  fault: Fault;
  /** faults with this value in this column */
  alike: number;
  busy: boolean;
  onAlike: (value: string) => void;
  onConfirm: (fault: Fault) => void;
}

interface ValueProps extends Omit<MessageProps, 'onConfirm'> {
  name: string;
  /** what the user typed over the file's value */
  value: string | undefined;
  onEdit: (value: string) => void;
}

function Value({ fault, name, value, alike, busy, onEdit, onAlike }: ValueProps) {
  if (fault.campo === null) return textOf(fault);
  return (
    <Stack gap={4} align="flex-start">
      <TextInput
        size="xs"
        w="100%"
        aria-label={`${name}, linha ${fault.linha}`}
        value={value ?? textOf(fault)}
        onChange={(event) => onEdit(event.currentTarget.value)}
      />
      {value !== undefined && value !== textOf(fault) && alike > 1 && (
        <Button size="compact-xs" variant="subtle" disabled={busy} onClick={() => onAlike(value)}>
          {`Corrigir todos os iguais (${alike})`}
        </Button>
      )}
    </Stack>
  );
}

function Message({ fault, alike, busy, onAlike, onConfirm }: MessageProps) {
  return (
    <>
      <Text size="sm" c="var(--mantine-color-error)">
        {fault.mensagem}
      </Text>
      {fault.tipo === 'confirmar' && (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={busy}
          aria-label={`Confirmar a linha ${fault.linha}`}
          onClick={() => onConfirm(fault)}
        >
          Confirmar
        </Button>
      )}
      {fault.sugestao !== undefined && fault.campo !== null && (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={busy}
          aria-label={`Usar "${fault.sugestao}" na linha ${fault.linha}${alike > 1 ? ' e nas iguais' : ''}`}
          onClick={() => onAlike(fault.sugestao ?? '')}
        >
          {`Usar "${fault.sugestao}"${alike > 1 ? ` (${alike})` : ''}`}
        </Button>
      )}
    </>
  );
}
