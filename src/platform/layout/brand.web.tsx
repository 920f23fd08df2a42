import classes from './brand.module.css';

/** Mark and name of the product; the company's own logo when it has one. `short`: without the name on a phone. */
export function Brand({ large = false, short = false, logo }: { large?: boolean; short?: boolean; logo?: string | null }) {
  return (
    <span className={classes.brand} data-large={large || undefined} data-short={short || undefined}>
      {logo ? (
        <img src={logo} alt="" className={classes.logo} />
      ) : (
        <svg viewBox="0 0 32 32" aria-hidden="true" className={classes.mark}>
          <rect width="32" height="32" rx="8" />
          <path d="M8 9l8 15 8-15" />
        </svg>
      )}
      <span className={classes.name}>Vínculo</span>
    </span>
  );
}
