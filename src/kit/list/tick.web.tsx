import classes from './tick.module.css';

interface Props {
  /** whom or what it selects */
  label: string;
  isOn: boolean;
  /** some of what it stands for is selected */
  isPartly?: boolean;
  onChange: () => void;
}

/** The tick of a row: the browser's own box in the looks of the others. */
export function Tick({ label, isOn, isPartly = false, onChange }: Props) {
  return (
    <input
      type="checkbox"
      className={classes.tick}
      ref={(box) => {
        if (box) box.indeterminate = isPartly;
      }}
      aria-label={label}
      checked={isOn}
      onChange={onChange}
    />
  );
}
