import type { RecordRow } from '#kit/registry/view.web.tsx';

/** A page of a list, as the wire gives it. */
export interface PageOf<T = RecordRow> {
  content: T[];
  totalElements: number;
  /** there are more, which nobody counted */
  hasMore?: boolean;
  /** it was looked for in so many records only */
  lookedAt?: number;
  totalPages: number;
}
