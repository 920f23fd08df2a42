import { type FetchQueryOptions, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';

/** ms for which the present screen stays so that the next one is drawn once, with what it shows; a good line needs fewer */
const SOON = 100;

/** ms after which a question that failed before its screen was drawn may be asked again by it */
const JUST_NOW = 2_000;

/** The options of a question; each has its own answer. */
interface Question {
  queryKey: QueryKey;
  gcTime?: number | undefined;
}

/** For questions that are asked ahead: one that has just failed, and told so, is not asked a second time by its screen. */
export const retryOnMount = ({ state }: { state: { errorUpdatedAt: number } }) => Date.now() - state.errorUpdatedAt > JUST_NOW;

let release = () => {};

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
  if (missing.length === 0) return;
  await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, SOON))]);
}
