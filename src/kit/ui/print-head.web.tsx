import { type ReactNode, useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatInstant } from '#kit/br/date.ts';
import { useBeforePrint } from './print.web.ts';

const now = () => formatInstant(new Date().toISOString());

/** What a printed list or report says above its rows, beside the title: whose it is, when it was printed, and what it was narrowed by. */
export function PrintHead({ children }: { children?: ReactNode }) {
  const { company } = useActing();
  const [printed, setPrinted] = useState(now);
  useBeforePrint(() => setPrinted(now()));
  return (
    <div className="vinculo-print-head">
      <p>
        {company !== undefined && <b>{company}</b>}
        <span>Impresso em {printed}</span>
      </p>
      {children}
    </div>
  );
}
