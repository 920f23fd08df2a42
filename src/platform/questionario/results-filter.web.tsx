import { ActionIcon, Group, Paper } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { chosenIn, chosenText, saysBranch } from '#kit/fields/branch.ts';
import { MultiSelect } from '#kit/ui/inputs/multi-select.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import classes from './results.module.css';
import type { DimensaoDosResultados, Resultados } from './results.ts';

/** What is shown: grouped by what, of whom, and beside which other round. */
export function ResultsFilter({ data: { rodada, dimensoes, outras } }: { data: Resultados }) {
  const [search, setSearch] = useSearchParams();
  const put = (name: string, value: string) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const chosen = dimensoes.filter(({ campo }) => search.get(`f.${campo}`));
  const [campo, setCampo] = useState<string | null>(chosen[0]?.campo ?? null);
  const open = dimensoes.find((one) => one.campo === campo) ?? null;
  if (dimensoes.length === 0 && outras.length === 0) return null;
  return (
    <Paper p="sm" component="section" aria-label="O que mostrar" className="vinculo-no-print">
      <div className={classes.filter}>
        {dimensoes.length > 0 && (
          <>
            <Select<string>
              label="Ver por"
              placeholder="Todos juntos"
              options={dimensoes.map((one) => ({ value: one.campo, label: one.rotulo }))}
              value={search.get('por')}
              onChange={(value) => put('por', value ?? '')}
            />
            <Select<string>
              label="Filtrar por"
              placeholder="Sem filtro"
              options={dimensoes.map((one) => ({ value: one.campo, label: one.rotulo }))}
              value={campo}
              onChange={setCampo}
            />
          </>
        )}
        {open && (
          <ValuesOf
            key={open.campo}
            dimensao={open}
            text={search.get(`f.${open.campo}`) ?? ''}
            onChange={(text) => put(`f.${open.campo}`, text)}
          />
        )}
        {outras.length > 0 && (
          <Select<number>
            label="Comparar com"
            placeholder="Nenhuma"
            options={outras.map(({ donoId, titulo, versao }) => ({
              value: donoId,
              label: versao === rodada.versao ? titulo : `${titulo} (versão ${versao} das perguntas)`,
            }))}
            value={Number(search.get('com')) || null}
            onChange={(value) => put('com', value === null ? '' : String(value))}
          />
        )}
      </div>
      {chosen.length > 0 && (
        <Group gap={6} mt="sm" role="list" aria-label="Filtros">
          {chosen.map((dimensao) => (
            <span key={dimensao.campo} role="listitem" className={classes.chip}>
              <IconFilter size={14} aria-hidden="true" />
              {said(dimensao, search.get(`f.${dimensao.campo}`) ?? '')}
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                c="var(--mantine-color-text)"
                aria-label={`Retirar o filtro ${dimensao.rotulo}`}
                onClick={() => put(`f.${dimensao.campo}`, '')}
              >
                <IconX size={14} aria-hidden="true" />
              </ActionIcon>
            </span>
          ))}
        </Group>
      )}
    </Paper>
  );
}

function said({ rotulo, valores, arvore }: DimensaoDosResultados, text: string): string {
  const { parts, only } = chosenIn(text);
  const names = valores.filter(({ id }) => parts.includes(String(id))).map(({ nome }) => nome);
  const several = names.length > 3 ? `${names.slice(0, 3).join(', ')} e mais ${names.length - 3}` : names.join(', ');
  return `${rotulo}: ${arvore ? saysBranch(several, only) : several}`;
}

interface ValuesProps {
  dimensao: DimensaoDosResultados;
  text: string;
  onChange: (text: string) => void;
}

function ValuesOf({ dimensao: { rotulo, arvore, valores }, text, onChange }: ValuesProps) {
  const { parts, only } = chosenIn(text);
  const depth = (id: number | null): number => {
    const acima = valores.find((one) => one.id === id)?.acima ?? null;
    return acima === null ? 0 : 1 + depth(acima);
  };
  return (
    <MultiSelect<number>
      label={rotulo}
      placeholder="Todos"
      options={valores.map(({ id, nome }) => ({ value: id, label: `${'– '.repeat(arvore ? depth(id) : 0)}${nome}` }))}
      value={parts.map(Number)}
      onChange={(ids) => onChange(chosenText(ids, only))}
    />
  );
}
