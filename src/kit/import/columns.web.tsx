import { Alert, Anchor, Button, Checkbox, Collapse, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconColumns, IconHistory, IconTablePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatInstant } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import type { Analysis, Changes } from './analysis.ts';
import type { ColumnMap as Column } from './import.ts';

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

const reasons: Readonly<Record<NonNullable<Column['porque']>, string>> = {
  titulo: 'Proposta pelo título.',
  conteudo: 'Proposta pelo conteúdo das células.',
  lembrado: 'Como na última importação.',
};

const MOST_DISPUTES = 6;

/** Columns that would fill one field: whoever imports says which does. */
export function Disputes({ analysis: { colunas, campos }, busy, onChange }: Props) {
  const disputed = colunas.flatMap(({ coluna, campo, disputa }) => {
    const present = colunas.find((column) => column.campo !== null && column.campo === disputa)?.coluna;
    return campo === null && disputa !== undefined && present !== undefined ? [{ coluna, disputa, present }] : [];
  });
  if (disputed.length === 0) return null;
  return (
    <Alert color="yellow" role="status" icon={<IconColumns size={18} />} title="Duas colunas para o mesmo campo">
      <Stack gap="xs">
        {disputed.slice(0, MOST_DISPUTES).map(({ coluna, disputa, present }) => {
          const rotulo = campos.find(({ nome }) => nome === disputa)?.rotulo ?? disputa;
          return (
            <Group key={coluna} justify="space-between" gap="xs">
              <Text size="sm">{`${rotulo} pode vir de "${present}" ou de "${coluna}". Qual vale?`}</Text>
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={busy}
                  onClick={() => onChange({ mapa: { [coluna]: null } })}
                >
                  {`Ficar com "${present}"`}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={busy}
                  onClick={() => onChange({ mapa: { [coluna]: disputa } })}
                >
                  {`Usar "${coluna}"`}
                </Button>
              </Group>
            </Group>
          );
        })}
      </Stack>
    </Alert>
  );
}

/** That the file is read as the last one with these titles, and the way back to the proposal. */
export function Remembered({ analysis: { lembrado, colunas }, busy, onChange }: Props) {
  const isRecalled = colunas.some(({ porque }) => porque === 'lembrado');
  if (!lembrado || (!isRecalled && lembrado.trocas === 0)) return null;
  const swaps = lembrado.trocas > 0 ? `, com ${counted(lembrado.trocas, 'troca de valor', 'trocas de valores')}` : '';
  return (
    <Group gap="xs" justify="space-between">
      <Group gap={6} wrap="nowrap">
        <IconHistory size={16} aria-hidden />
        <Text size="sm">{`Planilha lida como ${lembrado.por || 'a empresa'} ensinou em ${formatInstant(lembrado.em).slice(0, 10)}${swaps}.`}</Text>
      </Group>
      <Button size="xs" variant="subtle" disabled={busy} onClick={() => onChange({ esquecer: true })}>
        Esquecer e propor de novo
      </Button>
    </Group>
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
            {colunas.map(({ coluna, campo, porque }) => (
              <Select<string>
                key={coluna}
                label={coluna}
                placeholder="Não importar"
                description={campo !== null && porque ? reasons[porque] : undefined}
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

/** Names that no registry has yet, and that need more than a name: the way to the form that makes them, beside this screen. */
export function Insertable({ analysis, busy, onChange }: Props) {
  const all = analysis.inseriveis ?? [];
  if (all.length === 0) return null;
  return (
    <Alert color="blue" role="status" icon={<IconTablePlus size={18} />} title="Nomes que pedem um cadastro antes de importar">
      <Stack gap={6} align="flex-start">
        {all.map(({ campo, rotulo, singular, cadastro, total, nomes }) => (
          <Text key={campo} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {`${rotulo}: ${nomes.join(', ')}${total > nomes.length ? '…' : ''}. `}
            <Anchor href={`/${cadastro}/new`} target="_blank" inherit>
              {`Inserir ${singular} (em outra aba)`}
            </Anchor>
          </Text>
        ))}
        <Button size="xs" variant="default" disabled={busy} onClick={() => onChange({})}>
          Já inseri: conferir de novo
        </Button>
      </Stack>
    </Alert>
  );
}
