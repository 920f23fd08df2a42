import { PastDayInput } from '#kit/ui/inputs/day-slider.web.tsx';
import { useAddressDay } from '#kit/ui/use-address.web.ts';

/** The day in the address (`?em=2024-05-01`); undefined for today. */
export function useDia() {
  const dia = useAddressDay('em', '');
  return { ...dia, em: dia.day === '' ? undefined : dia.day };
}

export const DiaInput = ({ typed, type }: Pick<ReturnType<typeof useDia>, 'typed' | 'type'>) => (
  <div style={{ maxWidth: 220 }}>
    <PastDayInput label="Como estava em" value={typed} onChange={type} />
  </div>
);
