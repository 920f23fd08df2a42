import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';

interface VirtualOptions {
  count: number;
  /** the line that the keyboard is on, scrolled into view; below 0: none */
  active: number;
  /** height of a line, in pixels */
  line: number;
  /** lines drawn beyond the visible ones */
  ahead: number;
}

interface DrawnLine {
  key: number | string | bigint;
  index: number;
  /** the position of the line */
  style: CSSProperties;
}

/** A list of options that draws only the visible ones and scrolls to the one that the keyboard is on. */
export function useVirtualOptions({ count, active, line, ahead }: VirtualOptions): {
  scroller: RefObject<HTMLDivElement | null>;
  /** the container is as high as all lines together */
  space: CSSProperties;
  drawn: readonly DrawnLine[];
} {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => line,
    overscan: ahead,
  });
  // The first line comes with its neighbours around it; later ones move the list as little as they can.
  const isSeen = useRef(false);
  useEffect(() => {
    if (count === 0 || active < 0) return;
    lines.scrollToIndex(active, { align: isSeen.current ? 'auto' : 'center' });
    isSeen.current = true;
  }, [active, count, lines]);
  return {
    scroller,
    space: { height: lines.getTotalSize() },
    drawn: lines.getVirtualItems().map(({ key, index, start }) => ({
      key,
      index,
      style: { transform: `translateY(${start}px)` },
    })),
  };
}
