import { Alert, Button, Menu, TextInput } from '@mantine/core';
import { IconFilterPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { activityOf } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { OF_IMPORT } from '#kit/query/list-query.ts';
import { type ListState, SLICE } from '#kit/query/list-state.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { LateMenu } from '#kit/ui/late-menu.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { FilterChip } from './filter-chip.web.tsx';
import { FilterWords, isUsed, type OfferedFilter, offeredFilter } from './filter-words.web.tsx';
import classes from './list-filters.module.css';
import { SliceChip } from './slice-chip.web.tsx';
import { useFilterDraft } from './use-filter-draft.web.ts';

const FilterEditor = later(() => import('./filter-editor.web.tsx').then((m) => m.FilterEditor));

/** Chips that stand beside the search box; more of them take a line of their own. */
const MOST_BESIDE = 2;

interface Props {
  registry: AnyRegistry;
  state: ListState;
  change: (patch: Partial<ListState>) => void;
  /** labels of the filters of the address that no longer exist */
  lost?: readonly string[];
  /** the chip of what narrows the list beside its filters */
  origin?: ReactNode;
  /** at the end of the line */
  children?: ReactNode;
}

/** One line: the search box, a chip for each filter in use, and the way to another one. */
export function ListFilters({ registry, state, change, lost = [], origin, children }: Props) {
  const { draft, edit, put, clear } = useFilterDraft(registry, state, change);
  const { offered, sought } = useOffered(registry);
  const [opened, open] = useState<string | null>(null);
  const shown = offered.filter((filter) => filter.name === opened || isUsed(filter, draft.filters));
  const others = offered.filter((filter) => filter.name !== OF_IMPORT && !shown.includes(filter));
  const slice = draft.filters[SLICE];
  const isNarrowed = draft.busca !== '' || Object.values(draft.filters).some(Boolean);
  const without = ({ names }: OfferedFilter) =>
    Object.fromEntries(Object.entries(draft.filters).filter(([name]) => !names.includes(name)));
  return (
    <search className={classes.box}>
      <div className={classes.line}>
        <TextInput
          className={`${classes.search} vinculo-no-print`}
          aria-label="Pesquisar"
          placeholder={`Buscar por ${sought.join(', ')}`}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={draft.busca}
          onChange={(event) => edit({ ...draft, busca: event.currentTarget.value })}
          onKeyDown={(event) => event.key === 'Enter' && put(draft)}
          type="search"
          autoComplete="off"
        />
        <div
          className={classes.chips}
          data-empty={!isNarrowed && !origin && shown.length === 0 ? '' : undefined}
          data-many={shown.length > MOST_BESIDE || slice !== undefined || Boolean(origin) || undefined}
        >
          {origin}
          {slice && <SliceChip slice={slice} onRemove={() => put({ ...draft, filters: { ...draft.filters, [SLICE]: '' } })} />}
          {shown.map((filter) => (
            <FilterChip
              key={filter.name}
              label={filter.label}
              {...(isUsed(filter, draft.filters)
                ? { words: <FilterWords registry={registry} filter={filter} filters={draft.filters} /> }
                : {})}
              opened={opened === filter.name}
              onOpen={(isOpen) => open((was) => (isOpen ? filter.name : was === filter.name ? null : was))}
              onRemove={() => {
                open(null);
                put({ ...draft, filters: without(filter) });
              }}
            >
              <FilterEditor
                filter={filter}
                values={draft.filters}
                onChange={(patch) => edit({ ...draft, filters: { ...draft.filters, ...patch } })}
              />
            </FilterChip>
          ))}
          {isNarrowed && (
            <Button
              size="sm"
              variant="subtle"
              className={`${classes.add} vinculo-no-print`}
              onClick={() => {
                open(null);
                clear();
              }}
            >
              Limpar
            </Button>
          )}
        </div>
        {others.length > 0 && (
          <LateMenu
            position="bottom-start"
            returnFocus={false}
            dropdown={{ mah: 360, className: classes.menu }}
            target={
              <Button
                size="sm"
                variant="default"
                className={`${classes.add} vinculo-no-print`}
                leftSection={<IconFilterPlus size={16} aria-hidden />}
                aria-label="Filtro"
              >
                <span className={classes.word}>Filtro</span>
              </Button>
            }
          >
            {() =>
              others.map(({ name, label }) => (
                <Menu.Item key={name} onClick={() => open(name)}>
                  {label}
                </Menu.Item>
              ))
            }
          </LateMenu>
        )}
        {children}
      </div>
      {lost.length > 0 && (
        <Alert
          mt="xs"
          py={6}
          variant="light"
          color="gray"
          withCloseButton
          closeButtonLabel="Fechar o aviso"
          onClose={() => change({ page: state.page })}
          role="status"
        >
          {lost.length === 1
            ? `O filtro ${lost[0]} deste endereço tem um valor que não existe mais, e ficou de fora.`
            : `Os filtros ${lost.join(', ')} deste endereço têm valores que não existem mais, e ficaram de fora.`}
        </Alert>
      )}
    </search>
  );
}

/** The filters that this user may use, and what the search box looks into. */
function useOffered(registry: AnyRegistry) {
  const can = useCan();
  const { fields, asOf } = registry;
  const activity = activityOf(fields);
  const names: readonly string[] = activity ? [...new Set<string>([...registry.filters, activity])] : registry.filters;
  const offered = names.flatMap((name): OfferedFilter[] => {
    const field = fields[name];
    return !field || registry.search.includes(name) || field.unused || isHidden(field, can) ? [] : [offeredFilter(name, field)];
  });
  const searched: readonly string[] = registry.searchOf ? [registry.searchOf] : registry.search;
  const sought = searched.flatMap((name) => {
    const field = fields[name];
    return field && !isHidden(field, can) ? [field.label] : [];
  });
  const dated: OfferedFilter[] = asOf === undefined ? [] : [{ name: asOf, label: 'Como estava em', names: [asOf] }];
  const imported: OfferedFilter = { name: OF_IMPORT, label: 'Importação', names: [OF_IMPORT] };
  return { offered: [...offered, ...dated, imported], sought };
}
