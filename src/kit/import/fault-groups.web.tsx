import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { RefBox } from '#kit/fields/reference-inputs.web.tsx';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { type Analysis, type Changes, type FaultGroup, wantedOf } from './analysis.ts';
import { CLEAR, type ImportField, MOST_GROUPED } from './import.ts';

interface Props {
  registry: AnyRegistry;
  analysis: Analysis;
  busy: boolean;
  onChange: (changes: Changes) => void;
}

/** Groups that are shown before the others are asked for. */
const SHOWN = 8;

/** Faults that several rows have, each once, with what mends them all. */
export function FaultGroups({ registry, analysis, busy, onChange }: Props) {
  const { grupos = [], campos, puladas = 0, validos } = analysis;
  const isPart = wantedOf(analysis) - validos > MOST_GROUPED;
  const [isWhole, setWhole] = useState(false);
  if (grupos.length === 0 && puladas === 0) return null;
  const shown = isWhole ? grupos : grupos.slice(0, SHOWN);
  return (
    <Stack gap="xs">
      {grupos.length > 0 && (
        <Title order={2} size="h5">
          Erros que se repetem
        </Title>
      )}
      {isPart && grupos.length > 0 && (
        <Text size="sm" c="dimmed">
          {`Contados nas primeiras ${MOST_GROUPED.toLocaleString('pt-BR')} linhas com erro; a correção vale para todas.`}
        </Text>
      )}
      {shown.map((group) => (
        <OneGroup
          key={`${group.campo}:${group.mensagem}`}
          group={group}
          field={campos.find(({ nome }) => nome === group.campo)}
          tellsApart={[registry.label, ...(registry.unique ?? []).filter((set) => set.length === 1).flat()].includes(
            group.campo ?? '',
          )}
          mayMake={(analysis.criaveis ?? []).some(({ campo, total: names }) => campo === group.campo && names > 1)}
          busy={busy}
          onChange={onChange}
        />
      ))}
      <Group gap="xs">
        {shown.length < grupos.length && (
          <Button size="xs" variant="subtle" onClick={() => setWhole(true)}>
            {`Mostrar mais ${counted(grupos.length - shown.length, 'erro repetido', 'erros repetidos')}`}
          </Button>
        )}
        {puladas > 0 && (
          <Button size="xs" variant="subtle" disabled={busy} onClick={() => onChange({ retomar: true })}>
            {`Trazer de volta ${counted(puladas, 'a linha deixada de fora', 'as linhas deixadas de fora').replace(/^1 /, '')}`}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface GroupProps {
  group: FaultGroup;
  field: ImportField | undefined;
  /** no two records have one value in this field, so that none fits all rows */
  tellsApart: boolean;
  /** a record may be made of this name alone; where it is the only one, the box of all names says the same */
  mayMake: boolean;
  busy: boolean;
  onChange: (changes: Changes) => void;
}

/** '5 (Ana), 8 (Bruno) e mais 212' */
function rowsOf({ linhas, total }: FaultGroup): string {
  const first = linhas.slice(0, 3).map(({ linha, nome }) => (nome ? `${linha} (${nome})` : String(linha)));
  const rest = total - first.length;
  return `${total > 1 ? 'Linhas' : 'Linha'} ${first.join(', ')}${rest > 0 ? ` e mais ${rest.toLocaleString('pt-BR')}` : ''}`;
}

function OneGroup({ group, field, tellsApart, mayMake, busy, onChange }: GroupProps) {
  const { campo, mensagem, sugestao, total, valores, valor, tipo, opcional } = group;
  const equal = valores === 1;
  const [para, setPara] = useState('');
  const mend = (to: string) => campo !== null && onChange({ iguais: [{ campo, de: valor, para: to }] });
  return (
    <Paper withBorder p="sm" component="section" aria-label={mensagem}>
      <Stack gap="xs">
        <Stack gap={2}>
          <Text size="sm" fw={600} c="var(--mantine-color-error)">
            {`${mensagem} — ${counted(total, 'linha', 'linhas')}`}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {rowsOf(group)}
          </Text>
        </Stack>
        <Group gap="xs" align="end">
          {equal && field && !tellsApart && (
            <>
              <Instead field={field} valor={valor} value={para} busy={busy} onChange={setPara} />
              <Button size="xs" variant="default" disabled={busy || para === ''} onClick={() => mend(para)}>
                {valor === '' ? 'Preencher todas' : 'Trocar em todas'}
              </Button>
            </>
          )}
          {equal && sugestao !== null && (
            <Button size="xs" variant="default" disabled={busy} onClick={() => mend(sugestao)}>
              {`Usar "${sugestao}"`}
            </Button>
          )}
          {equal && campo !== null && mayMake && tipo === 'inexistente' && (
            <Button
              size="xs"
              variant="default"
              disabled={busy}
              onClick={() => onChange({ criarNomes: [{ campo, nome: valor }] })}
            >
              {`Criar "${valor}"`}
            </Button>
          )}
          {equal && campo !== null && opcional && valor !== '' && (
            <Button size="xs" variant="default" disabled={busy} onClick={() => mend(CLEAR)}>
              Deixar vazio
            </Button>
          )}
          {tipo === 'confirmar' && (
            <Button size="xs" variant="default" disabled={busy} onClick={() => onChange({ confirmar: [{ mensagem }] })}>
              Confirmar todas
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            disabled={busy}
            onClick={() => onChange({ pular: [{ campo: campo ?? '', mensagem }] })}
          >
            Deixar estas linhas de fora
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface InsteadProps {
  field: ImportField;
  valor: string;
  value: string;
  busy: boolean;
  onChange: (text: string) => void;
}

/** What stands instead: a record, an option, or a text, as the field wants it. */
function Instead({ field: { rotulo, alvo, opcoes }, valor, value, busy, onChange }: InsteadProps) {
  const label = valor === '' ? `${rotulo} para todas` : `${rotulo} no lugar de "${valor.slice(0, 40)}"`;
  const [chosen, setChosen] = useState<unknown>(null);
  if (alvo !== undefined)
    return (
      <RefBox
        label={label}
        target={alvo}
        value={chosen}
        disabled={busy}
        onChange={(named) => {
          setChosen(named);
          onChange(named?.nome ?? '');
        }}
      />
    );
  if (opcoes)
    return (
      <Select<string>
        label={label}
        disabled={busy}
        options={opcoes.map((option) => ({ value: option, label: option }))}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  return (
    <TextInput size="sm" label={label} disabled={busy} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
