import { Pagination } from '@mantine/core';

const ways: Readonly<Record<string, string>> = {
  previous: 'Página anterior',
  next: 'Próxima página',
  first: 'Primeira página',
  last: 'Última página',
};

interface PagesProps {
  /** how many there are; one is not shown */
  total: number;
  /** the first is 0 */
  page: number;
  onChange: (page: number) => void;
}

/** The buttons from page to page, each with a label for screen readers. */
export function Pages({ total, page, onChange }: PagesProps) {
  if (total <= 1) return null;
  return (
    <Pagination
      size="sm"
      total={total}
      value={page + 1}
      onChange={(chosen) => onChange(chosen - 1)}
      getControlProps={(way) => ({ 'aria-label': ways[way] ?? way })}
      getItemProps={(item) => ({ 'aria-label': `Página ${item}` })}
    />
  );
}
