import { Button, Input, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { api } from '#kit/client/client.web.ts';
import { type InputProps, inputId, useInput } from '#kit/fields/input-state.web.ts';
import { NumberBox } from '#kit/fields/number-input.web.tsx';
import { idOf, useNames } from '#kit/fields/options.web.ts';
import { RemoveButton } from '#kit/ui/icon-button.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import classes from './niveis-input.module.css';

interface Linha {
  nivelCompetencia: { id: number; nome: string } | null;
  ordem: number | null;
  percentual: number | null;
}

interface NivelDeHoje {
  id: number;
  descricao: string;
  ordem: number | null;
  percentual: number | null;
}

const NIVEIS = 'cargo-salario/niveis-competencia';

/** Weights and percentages, one row for each level of the company: a new history starts with today's values. */
export function NiveisInput(props: InputProps) {
  const { path, control, field } = props;
  const { value, onChange, isReadOnly, frame, error } = useInput<Linha[] | null>(props);
  const { errors } = useFormState({ control, name: path });
  const considera = useWatch({ control, name: 'considerarPercentualMinimo' }) === true;
  const form = useFormContext();
  const names = useNames(NIVEIS).data ?? [];
  const isWide = !usePhone();
  const linhas = value ?? [];
  const isNew = useRef(linhas.length === 0);
  const hoje = useQuery({
    queryKey: ['niveis-de-hoje'],
    queryFn: () =>
      api.get<{ content: NivelDeHoje[] }>(NIVEIS, { unpaged: true }, { quiet: true, silent: true }).then(
        ({ content }) => content,
        () => [],
      ),
    enabled: isNew.current,
    gcTime: 0,
  });
  const known = hoje.data;
  useEffect(() => {
    if (!isNew.current || !known?.length) return;
    isNew.current = false;
    const fresh = known
      .map(({ id, descricao, ordem, percentual }) => ({ nivelCompetencia: { id, nome: descricao }, ordem, percentual }))
      .toSorted((a, b) => (a.ordem ?? Infinity) - (b.ordem ?? Infinity));
    form.resetField(path, { defaultValue: fresh });
  }, [known, form, path]);

  const change = (at: number, patch: Partial<Linha>) =>
    onChange(linhas.map((linha, index) => (index === at ? { ...linha, ...patch } : linha)));
  const used = new Set(linhas.map(({ nivelCompetencia }) => idOf(nivelCompetencia)));
  const left = names.filter(({ id }) => !used.has(id));
  const drop = (at: number) => onChange(linhas.filter((_, index) => index !== at));
  const box = (index: number, name: 'ordem' | 'percentual', nivel: string, isLabelled = false) => {
    const column = field.fields?.[name];
    if (!column) return null;
    const fault: { message?: unknown } | undefined = get(errors, `${path}.${index}.${name}`);
    return (
      <NumberBox
        field={column}
        id={inputId(`${path}.${index}.${name}`)}
        label={isLabelled ? column.label : undefined}
        aria-label={`${column.label} de ${nivel}`}
        value={linhas[index]?.[name]}
        onChange={(typed) => change(index, { [name]: typed })}
        disabled={name === 'percentual' && !considera}
        readOnly={isReadOnly}
        maxLength={name === 'ordem' ? 5 : 6}
        error={typeof fault?.message === 'string' ? fault.message : undefined}
      />
    );
  };
  return (
    <Input.Wrapper label={frame.label} withAsterisk error={error} labelElement="div" id={inputId(path)}>
      {isWide ? (
        <NiveisEmTabela {...{ linhas, isReadOnly, box, drop, label: field.label }} />
      ) : (
        <NiveisEmCartoes {...{ linhas, isReadOnly, box, drop, label: field.label }} />
      )}
      {linhas.length === 0 && (
        <Text size="sm" c="dimmed" my="xs">
          {names.length === 0 ? 'Insira antes os níveis de competência da empresa.' : 'Nenhum nível incluído.'}
        </Text>
      )}
      {!isReadOnly &&
        left.map(({ id, nome }) => (
          <Button
            key={id}
            size="xs"
            variant="default"
            mt="xs"
            mr="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...linhas, { nivelCompetencia: { id, nome }, ordem: null, percentual: null }])}
          >
            {`Incluir ${nome}`}
          </Button>
        ))}
    </Input.Wrapper>
  );
}

interface NiveisProps {
  label: string;
  linhas: readonly Linha[];
  isReadOnly: boolean;
  box: (index: number, name: 'ordem' | 'percentual', nivel: string, isLabelled?: boolean) => ReactNode;
  drop: (index: number) => void;
}

const nomeDe = (linha: Linha) => linha.nivelCompetencia?.nome ?? '';

function NiveisEmTabela({ label, linhas, isReadOnly, box, drop }: NiveisProps) {
  return (
    <Table withTableBorder mt={4} aria-label={label} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Descrição</Table.Th>
          <Table.Th scope="col" w="26%">
            Peso
          </Table.Th>
          <Table.Th scope="col" w="30%">
            Percentual Mínimo (%)
          </Table.Th>
          {!isReadOnly && (
            <Table.Th w={52}>
              <span className="vinculo-hidden">Ações</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {linhas.map((linha, index) => (
          <Table.Tr key={idOf(linha.nivelCompetencia) ?? index}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{nomeDe(linha)}</Table.Td>
            <Table.Td>{box(index, 'ordem', nomeDe(linha))}</Table.Td>
            <Table.Td>{box(index, 'percentual', nomeDe(linha))}</Table.Td>
            {!isReadOnly && (
              <Table.Td>
                <RemoveButton of={nomeDe(linha)} onClick={() => drop(index)} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function NiveisEmCartoes({ label, linhas, isReadOnly, box, drop }: NiveisProps) {
  return (
    <div className={classes.levels} role="group" aria-label={label}>
      {linhas.map((linha, index) => (
        <div key={idOf(linha.nivelCompetencia) ?? index} className={classes.levelRow}>
          <div className={classes.levelName}>
            <Text fw={600}>{nomeDe(linha)}</Text>
            {!isReadOnly && <RemoveButton of={nomeDe(linha)} onClick={() => drop(index)} />}
          </div>
          {box(index, 'ordem', nomeDe(linha), true)}
          {box(index, 'percentual', nomeDe(linha), true)}
        </div>
      ))}
    </div>
  );
}
