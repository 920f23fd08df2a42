import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/pt-br';
import classes from './calendar.module.css';

/** The calendar of `DateInput`, in a file of its own that is loaded when first opened. */
export function Calendar({
  value,
  min,
  max,
  onPick,
}: {
  value: string | null;
  min: string;
  max: string;
  onPick: (iso: string) => void;
}) {
  return (
    <DatePicker
      locale="pt-br"
      firstDayOfWeek={0}
      value={value}
      {...(value ? { defaultDate: value } : {})}
      minDate={min}
      maxDate={max}
      highlightToday
      classNames={{ day: classes.day ?? '' }}
      onChange={(iso) => {
        if (iso !== null) onPick(iso);
      }}
      ariaLabels={{
        nextMonth: 'Próximo mês',
        previousMonth: 'Mês anterior',
        nextYear: 'Próximo ano',
        previousYear: 'Ano anterior',
        nextDecade: 'Próxima década',
        previousDecade: 'Década anterior',
      }}
    />
  );
}
