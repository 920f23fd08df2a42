// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAhead, awaitSoon, retryOnMount } from './ask-ahead.web.ts';

const answer = vi.fn<() => Promise<string>>();
/** As the page of a record asks: nobody keeps the answer but the screen itself. */
const question = queryOptions({
  queryKey: ['registro', 'talentos', 1],
  queryFn: answer,
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  retryOnMount,
});

function Screen() {
  const { data, isError } = useQuery(question);
  return <p>{data ?? (isError ? 'falhou' : 'espera')}</p>;
}

let queries: QueryClient;
const open = () =>
  render(
    <QueryClientProvider client={queries}>
      <Screen />
    </QueryClientProvider>,
  );
const shown = () => screen.getByRole('paragraph').textContent;

beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient();
  answer.mockReset();
});
afterEach(async () => {
  await askAhead(queries, []);
  vi.useRealTimers();
});

test('a screen whose answer comes at once is drawn once, with it', async () => {
  answer.mockResolvedValue('Ana');
  await askAhead(queries, [question]);
  // Longer than the answer lives without anybody who shows it.
  await vi.advanceTimersByTimeAsync(1_000);
  open();
  expect(shown()).toBe('Ana');
  expect(answer).toHaveBeenCalledTimes(1);
});

test('a slow answer holds nobody up, and its screen does not ask again', async () => {
  const late = Promise.withResolvers<string>();
  answer.mockReturnValue(late.promise);
  const asking = awaitSoon(askAhead(queries, [question]));
  await vi.advanceTimersByTimeAsync(100);
  await asking;
  open();
  expect(shown()).toBe('espera');
  late.resolve('Ana');
  await vi.waitFor(() => expect(shown()).toBe('Ana'));
  expect(answer).toHaveBeenCalledTimes(1);
});

test('whoever comes back to a record reads it as it is now', async () => {
  answer.mockResolvedValueOnce('Ana').mockResolvedValueOnce('Ana Maria');
  await askAhead(queries, [question]);
  const { unmount } = open();
  unmount();
  await askAhead(queries, [question]);
  open();
  expect(shown()).toBe('Ana Maria');
});

test('what is there already is not asked for', async () => {
  queries.setQueryData(question.queryKey, 'Ana');
  await askAhead(queries, [question]);
  expect(answer).not.toHaveBeenCalled();
});

test('a question that has failed just now is not asked, and told, a second time by its screen; later it is', async () => {
  answer.mockRejectedValueOnce(new Error('500')).mockResolvedValueOnce('Ana');
  await askAhead(queries, [question]);
  const { unmount } = open();
  expect(shown()).toBe('falhou');
  expect(answer).toHaveBeenCalledTimes(1);
  unmount();
  await askAhead(queries, []);
  await vi.advanceTimersByTimeAsync(2_001);
  open();
  await vi.waitFor(() => expect(shown()).toBe('Ana'));
});
