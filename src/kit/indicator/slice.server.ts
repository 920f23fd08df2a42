import type { Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { parameter } from '#kit/query/list-parameters.ts';
import { SLICE } from '#kit/query/list-state.ts';
import { joined } from '#kit/query/wide.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { readSlice, type Slice } from './slice.ts';

/** A dashboard whose slices open lists. */
export interface SliceSource {
  panel: string;
  /** the lists that its slices open, by `module/slug` */
  lists: readonly string[];
  /** the records behind a slice that its reader may see in the chart, as a condition over alias `t` of the list; throws a refusal */
  where(slice: Slice, list: string, acting: Acting): Sql;
  /** the authority of what a slice tells of each record behind it */
  guard?(slice: Slice): string | undefined;
  /** where a list's records come from, in words: 'Sexo: Feminino, em 22/11/2026' */
  words(db: Queryable, slice: Slice, acting: Acting): Promise<string>;
}

const unknown = () => refuse.invalid([{ field: SLICE, message: 'Esta fatia de gráfico não existe mais' }]);

/** The slice that a request names, and the dashboard that knows it. */
export function sliceIn(sources: readonly SliceSource[], text: unknown): { slice: Slice; source: SliceSource } {
  const slice = readSlice(text);
  const source = slice && sources.find(({ panel }) => panel === slice.panel);
  if (!slice || !source) throw unknown();
  return { slice, source };
}

/** The hooks of a registry whose list the slices of some dashboards open. */
export function withSlices(list: string, hooks: Hooks, all: readonly SliceSource[]): Hooks {
  const sources = all.filter(({ lists }) => lists.includes(list));
  if (sources.length === 0) return hooks;
  return {
    ...hooks,
    extraQuery: { ...hooks.extraQuery, [SLICE]: parameter.text('A parte de uma figura de um painel, como o painel a nomeia') },
    extraWhere(query, acting) {
      const asked = hooks.extraWhere?.(query, acting);
      if (query[SLICE] === undefined) return asked;
      const { slice, source } = sliceIn(sources, query[SLICE]);
      return joined(asked, source.where(slice, list, acting), source.guard?.(slice));
    },
  };
}
