import type { ReactNode } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatInstant } from '#kit/br/date.ts';
import { usePrinting } from './print.web.ts';

/** What a printed list or report says above its rows, beside the title: whose it is, when it was printed, and what it was narrowed by. */
export function PrintHead({ children }: { children?: ReactNode }) {
  const { company } = useActing();
  // Drawn again when the browser prints, with the time of that moment.
  usePrinting();
  return (
    <div className="vinculo-print-head">
      <p>
        {company !== undefined && <b>{company}</b>}
        <span>Impresso em {formatInstant(new Date().toISOString())}</span>
      </p>
      {children}
    </div>
  );
}
