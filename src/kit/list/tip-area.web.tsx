import { Tooltip } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';

interface Tip {
  target: HTMLElement;
  label: string;
}

/** One tooltip for everything inside that carries `data-tip`; text cells show theirs only when cut off. */
export function TipArea({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const [tip, setTip] = useState<Tip | null>(null);
  const show = (event: SyntheticEvent) => {
    const target = (event.target as Element).closest<HTMLElement>('[data-tip]');
    const label = target?.dataset.tip;
    const isWorthIt = target && label && (target.dataset.tipCut === undefined || target.scrollWidth > target.clientWidth);
    setTip((present) => (isWorthIt ? (present?.target === target ? present : { target, label }) : null));
  };
  const hide = () => setTip(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the area only watches; each control inside is reachable by itself
    <div
      className={className}
      onMouseOver={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {tip?.target.isConnected && <Tooltip key={tip.label} opened target={tip.target} label={tip.label} maw={420} multiline />}
    </div>
  );
}
