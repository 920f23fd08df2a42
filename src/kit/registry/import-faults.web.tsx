import { Button, Collapse, Group, Pagination, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCell } from '#kit/sheet/format.ts';
import { Select } from '#kit/ui/select.web.tsx';

/** What the trial of an import found. */
export interface Analysis {
  importacaoId: number | string;
  colunas: { coluna: string; campo: string | null }[];
  campos: { nome: string; rotulo: string; obrigatorio: boolean }[];
  total: number;
  validos: number;
  falhas: Fault[];
}

interface Fault {
  linha: number;
  coluna: string | null;
  campo: string | null;
  valor: unknown;
  mensagem: string;
}

interface MapProps {
  analysis: Analysis;
  busy: boolean;
  onChange: (mapa: Record<string, string | null>) => void;
}

/** Which column feeds which field; open when a required field has none. */
export function ColumnMap({ analysis, busy, onChange }: MapProps) {
  const { colunas, campos } = analysis;
  const taken = new Set(colunas.map(({ campo }) => campo));
  const missing = campos.filter(({ nome, obrigatorio }) => obrigatorio && !taken.has(nome));
  const [opened, setOpened] = useState(missing.length > 0);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" {...(missing.length > 0 ? { c: 'var(--mantine-color-error)' } : {})}>
          {missing.length > 0
            ? `Sem coluna: ${missing.map(({ rotulo }) => rotulo).join(', ')}`
            : `${colunas.filter(({ campo }) => campo !== null).length} de ${colunas.length} colunas reconhecidas.`}
        </Text>
        <Button size="xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? 'Ocultar colunas' : 'Conferir colunas'}
        </Button>
      </Group>
      <Collapse expanded={opened} keepMounted={false}>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          {colunas.map(({ coluna, campo }) => (
            <Select<string>
              key={coluna}
              label={coluna}
              placeholder="Não importar"
              disabled={busy}
              options={campos.map(({ nome, rotulo, obrigatorio }) => ({
                value: nome,
                label: obrigatorio ? `${rotulo} *` : rotulo,
              }))}
              value={campo}
              onChange={(next) =>
                onChange(
                  Object.fromEntries(
                    colunas.map((other) => [
                      other.coluna,
                      other.coluna === coluna ? next : other.campo === next && next !== null ? null : other.campo,
                    ]),
                  ),
                )
              }
            />
          ))}
        </SimpleGrid>
      </Collapse>
    </Stack>
  );
}

interface GridProps {
  analysis: Analysis;
  busy: boolean;
  onCorrect: (celulas: { linha: number; campo: string; valor: string }[]) => void;
}

const PAGE = 20;

const keyOf = ({ linha, campo, coluna }: Fault) => `${linha}:${campo ?? coluna ?? ''}`;

/** The faults with cells to mend them in, judged again by the server. */
export function FaultGrid({ analysis, busy, onCorrect }: GridProps) {
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({});
  const [page, setPage] = useState(1);
  const { falhas } = analysis;
  const pages = Math.ceil(falhas.length / PAGE);
  const present = Math.min(page, pages);
  const rows = falhas.slice((present - 1) * PAGE, present * PAGE);
  const labels = new Map(analysis.campos.map(({ nome, rotulo }) => [nome, rotulo]));
  const changes = falhas.flatMap((fault) => {
    const valor = edited[keyOf(fault)];
    return valor !== undefined && fault.campo !== null ? [{ linha: fault.linha, campo: fault.campo, valor }] : [];
  });
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={560} maxHeight={380} type="native">
        <Table withTableBorder stickyHeader aria-label="Erros da planilha" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Linha</Table.Th>
              <Table.Th>Coluna</Table.Th>
              <Table.Th>Valor</Table.Th>
              <Table.Th>Erro</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((fault, index) => {
              const name = fault.coluna ?? labels.get(fault.campo ?? '') ?? fault.campo ?? '';
              return (
                <Table.Tr key={`${keyOf(fault)}:${index}`}>
                  <Table.Td>{fault.linha}</Table.Td>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td miw={180}>
                    {fault.campo === null ? (
                      formatCell('text', fault.valor)
                    ) : (
                      <TextInput
                        size="xs"
                        aria-label={`${name}, linha ${fault.linha}`}
                        value={edited[keyOf(fault)] ?? formatCell('text', fault.valor)}
                        onChange={(event) => setEdited({ ...edited, [keyOf(fault)]: event.currentTarget.value })}
                      />
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="var(--mantine-color-error)">
                      {fault.mensagem}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between">
        {pages > 1 ? (
          <Pagination
            size="sm"
            total={pages}
            value={present}
            onChange={setPage}
            getItemProps={(item) => ({ 'aria-label': `Página ${item}` })}
          />
        ) : (
          <span />
        )}
        <Button
          size="xs"
          variant="default"
          disabled={changes.length === 0}
          loading={busy}
          onClick={() => {
            onCorrect(changes);
            setEdited({});
          }}
        >
          Conferir correções
        </Button>
      </Group>
    </Stack>
  );
}
