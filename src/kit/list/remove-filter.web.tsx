import { CloseButton } from '@mantine/core';

/** The end of a chip: takes its filter away. */
export function RemoveFilter({ of, onClick }: { of: string; onClick: () => void }) {
  return (
    <CloseButton size={24} iconSize={14} className="vinculo-no-print" aria-label={`Retirar o filtro ${of}`} onClick={onClick} />
  );
}
