import { type FetchQueryOptions, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';

/** ms for which the present screen stays so that the next one is drawn once, with what it shows; a good line needs fewer */
const SOON = 100;

/** ms after which a question that failed before its screen was drawn may be asked again by it */
const JUST_NOW = 2_000;

/** Options of a query, whatever it answers. */
interface Question {
  queryKey: QueryKey;
  gcTime?: number | undefined;
}

/** For questions that are asked ahead: one that has just failed, and told so, is not asked a second time by its screen. */
export const retryOnMount = ({ state }: { state: { errorUpdatedAt: number } }) => Date.now() - state.errorUpdatedAt > JUST_NOW;

let release = () => {};

/** Waits for what a screen is drawn with, and no longer than a moment: a slow line shows the screen, which waits by itself. */
export const awaitSoon = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, SOON))]);

/**
 * Asks for what a screen shows while the present one still stands, so that the line and the drawing do not wait for each other. What only
 * its screen keeps is held until that screen is drawn, and at most until the next one is asked for.
 */
export async function askAhead(queries: QueryClient, questions: readonly Question[]): Promise<void> {
  release();
  const missing = questions.filter(({ queryKey }) => queries.getQueryData(queryKey) === undefined);
  const answers = missing.map((question) => queries.prefetchQuery(question as FetchQueryOptions));
  const holding = missing.map((question) => new QueryObserver(queries, { ...question, enabled: false }).subscribe(() => {}));
  release = () => {
    for (const end of holding) end();
    for (const { queryKey, gcTime } of missing)
      if (gcTime === 0) queries.removeQueries({ queryKey, exact: true, type: 'inactive' });
  };
  await Promise.all(answers);
}
