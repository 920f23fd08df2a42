import type { ComponentType } from 'react';
import classes from './list-filters.module.css';
import { RemoveFilter } from './remove-filter.web.tsx';

interface Props {
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true; className: string | undefined }>;
  words: string;
  onRemove: () => void;
}

/** Says where the records of a list come from, where no filter of the list does. */
export function OriginChip({ icon: Icon, words, onRemove }: Props) {
  return (
    <div className={classes.chip}>
      <Icon size={16} stroke={1.8} aria-hidden className={classes.chipIcon} />
      <span className={classes.sliceText} title={words}>
        {words}
      </span>
      <RemoveFilter of={words} onClick={onRemove} />
    </div>
  );
}
