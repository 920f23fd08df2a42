import { QueryClient } from '@tanstack/react-query';

// The client shows failures and asks for the login; a retry would show a failure three times. A request is also tried where the
// browser thinks that there is no network: otherwise it would wait, and its screen with it.
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
