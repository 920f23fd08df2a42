import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilterX, IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { activityOf } from '#kit/fields/field.ts';
import { FieldFilter } from '#kit/fields/filters.web.tsx';
import { isHidden } from '#kit/fields/sensitive.ts';
import { parseListQuery } from '#kit/query/list-query.ts';
import type { ListState } from '#kit/query/use-list-state.web.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import classes from '#kit/ui/table.module.css';
import { SavedFilters } from './saved-filters.web.tsx';

const SEARCH_DELAY = 500;

interface Props {
  registry: AnyRegistry;
  path: string;
  state: ListState;
  change: (patch: Partial<ListState>) => void;
}

interface Draft {
  busca: string;
  filters: Readonly<Record<string, string>>;
}

/** Search box and filters. What is typed shows at once and goes into the address after half a second. */
export function ListFilters({ registry, path, state, change }: Props) {
  const [draft, setDraft] = useState<Draft>({ busca: state.busca, filters: state.filters });
  const clean = useCallback((filters: Readonly<Record<string, string>>) => cleaned(registry, filters), [registry]);
  const sent = useRef(draft);
  // The address changed otherwise (back button, saved filter): the inputs follow.
  useEffect(() => {
    const isOurs =
      sent.current.busca.trim() === state.busca &&
      JSON.stringify(clean(sent.current.filters)) === JSON.stringify(clean(state.filters));
    if (isOurs) return;
    sent.current = { busca: state.busca, filters: state.filters };
    setDraft(sent.current);
  }, [state.busca, state.filters, clean]);
  const send = useDebouncedCallback((next: Draft) => {
    sent.current = next;
    change({ busca: next.busca.trim(), filters: clean(next.filters) });
  }, SEARCH_DELAY);
  const edit = (next: Draft) => {
    setDraft(next);
    send(next);
  };
  const clear = () => {
    sent.current = { busca: '', filters: {} };
    setDraft(sent.current);
    change({ busca: '', filters: {} });
  };
  const activity = activityOf(registry.fields);
  const names: readonly string[] =
    activity && !registry.filters.includes(activity) ? [...registry.filters, activity] : registry.filters;
  const can = useCan();
  const offered = names.filter(
    (name) => !registry.search.includes(name) && !registry.fields[name]?.unused && !isHidden(registry.fields[name], can),
  );
  const searched: readonly string[] = registry.searchOf ? [registry.searchOf] : registry.search;
  const sought = searched.flatMap((name) => {
    const field = registry.fields[name];
    return field && !isHidden(field, can) ? [field.label] : [];
  });
  const isUsed = draft.busca !== '' || Object.values(draft.filters).some(Boolean);
  return (
    <search>
      <div className={classes.filtersHead}>
        <TextInput
          className={classes.wide}
          label="Pesquisar"
          placeholder={`Buscar por ${sought.join(', ')}`}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={draft.busca}
          onChange={(event) => edit({ ...draft, busca: event.currentTarget.value })}
          onKeyDown={(event) => event.key === 'Enter' && change({ busca: draft.busca.trim(), filters: clean(draft.filters) })}
          type="search"
          autoComplete="off"
        />
        <Group gap="xs" justify="flex-end" className={classes.filterButtons}>
          {isUsed && (
            <Button variant="subtle" leftSection={<IconFilterX size={14} aria-hidden />} onClick={clear}>
              Limpar filtros
            </Button>
          )}
          <SavedFilters registry={registry} path={path} state={state} change={change} />
        </Group>
      </div>
      {offered.length > 0 && (
        <div className={classes.filters}>
          {registry.asOf !== undefined && (
            <DateInput
              label="Como estava em"
              value={draft.filters[registry.asOf] ?? ''}
              onChange={(day) => edit({ ...draft, filters: { ...draft.filters, [registry.asOf ?? '']: day } })}
            />
          )}
          {offered.map((name) => {
            const field = registry.fields[name];
            return (
              field && (
                <FieldFilter
                  key={name}
                  name={name}
                  field={field}
                  values={draft.filters}
                  onChange={(patch) => edit({ ...draft, filters: { ...draft.filters, ...patch } })}
                />
              )
            );
          })}
        </div>
      )}
    </search>
  );
}

/** The filters that are complete: half-typed dates and empty texts stay in the inputs. Judged by the server's own parser. */
function cleaned(registry: AnyRegistry, filters: Readonly<Record<string, string>>): Record<string, string> {
  const used = Object.entries(filters).filter(([, text]) => text.trim() !== '');
  const faulty = new Set(parseListQuery(registry, Object.fromEntries(used)).issues.map(({ field }) => field));
  return Object.fromEntries(used.filter(([name]) => !faulty.has(name)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
