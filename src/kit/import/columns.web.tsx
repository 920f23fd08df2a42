import { Button, Checkbox, Collapse, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import type { Analysis, Changes } from './analysis.ts';

interface Props {
  analysis: Analysis;
  busy: boolean;
  onChange: (changes: Changes) => void;
}

const titles = (cells: readonly string[]) => cells.filter((cell) => cell !== '').join(', ');

/** Which sheet of a workbook is read, where it has several. */
export function SheetChoice({ analysis: { abas = [], aba = null }, busy, onChange }: Props) {
  if (abas.length < 2) return null;
  return (
    <Select<string>
      label="Aba da planilha"
      disabled={busy}
      options={abas.map((name) => ({ value: name, label: name }))}
      value={aba}
      onChange={(next) => next !== null && next !== aba && onChange({ aba: next })}
    />
  );
}

/** Which row is the heading, and which column feeds which field; open when a required field has none. */
export function ColumnMap({ analysis, busy, onChange }: Props) {
  const { colunas, campos, inicio = [], cabecalho = null, existentes } = analysis;
  const taken = new Set(colunas.map(({ campo }) => campo));
  // A sheet that only updates what stands need not bring every field.
  const missing = existentes > 0 ? [] : campos.filter(({ nome, obrigatorio }) => obrigatorio && !taken.has(nome));
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
        <Stack gap="sm">
          {inicio.length > 1 && (
            <Select<number>
              label="Linha com os nomes das colunas"
              disabled={busy}
              options={inicio.map(({ linha, celulas }) => ({
                value: linha,
                label: `Linha ${linha}: ${titles(celulas).slice(0, 90) || 'vazia'}`,
              }))}
              value={cabecalho}
              onChange={(next) => next !== null && next !== cabecalho && onChange({ cabecalho: next })}
            />
          )}
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
                  onChange({
                    mapa: Object.fromEntries(
                      colunas.map((other) => [
                        other.coluna,
                        other.coluna === coluna ? next : other.campo === next && next !== null ? null : other.campo,
                      ]),
                    ),
                  })
                }
              />
            ))}
          </SimpleGrid>
        </Stack>
      </Collapse>
    </Stack>
  );
}

/** Names that no registry has yet, and that one click creates. */
export function Makeable({ analysis, busy, onChange }: Props) {
  const all = analysis.criaveis ?? [];
  if (all.length === 0) return null;
  const chosen = all.filter(({ criar }) => criar).map(({ campo }) => campo);
  return (
    <Checkbox.Group
      label="Nomes que ainda não estão cadastrados"
      value={chosen}
      onChange={(criar) => onChange({ criar })}
      size="sm"
    >
      <Stack gap={6} mt={6}>
        {all.map(({ campo, rotulo, total, nomes, criar }) => (
          <Checkbox
            key={campo}
            value={campo}
            disabled={busy}
            label={
              criar && total === 0
                ? `${rotulo}: criar ao importar`
                : `${rotulo}: criar ${counted(total, 'registro', 'registros')} ao importar`
            }
            description={nomes.length > 0 ? `${nomes.join(', ')}${total > nomes.length ? '…' : ''}` : undefined}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
