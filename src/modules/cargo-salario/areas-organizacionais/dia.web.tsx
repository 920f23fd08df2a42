import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isDate, today } from '#kit/br/date.ts';
import { DateInput } from '#kit/ui/date-input.web.tsx';

/** The day that the address asks for (`?em=2024-05-01`); undefined for today. */
export function useDia(): { em: string | undefined; setEm: (day: string) => void } {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('em') ?? '';
  const setEm = (day: string) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        if (day === '') next.delete('em');
        else next.set('em', day);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { em: isDate(asked) ? asked : undefined, setEm };
}

/** Half-typed days stay in the input. */
export function DiaInput({ em, setEm }: ReturnType<typeof useDia>) {
  const [typed, setTyped] = useState(em ?? '');
  return (
    <div style={{ maxWidth: 220 }}>
      <DateInput
        label="Como estava em"
        value={typed}
        max={today()}
        onChange={(day) => {
          setTyped(day);
          if (day === '' || isDate(day)) setEm(day);
        }}
      />
    </div>
  );
}
