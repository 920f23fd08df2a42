import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';

interface VirtualOptions {
  count: number;
  /** the line that the keyboard stands on, which is brought into sight; below 0: none */
  active: number;
  /** height of a line, in pixels */
  line: number;
  /** lines that are drawn beyond those in sight */
  ahead: number;
}

interface DrawnLine {
  key: number | string | bigint;
  index: number;
  /** where it stands */
  style: CSSProperties;
}

/** A list of options of which those in sight alone are drawn; it scrolls to the one that the keyboard stands on. */
export function useVirtualOptions({ count, active, line, ahead }: VirtualOptions): {
  scroller: RefObject<HTMLDivElement | null>;
  /** what holds the lines is as high as all of them */
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
  useEffect(() => {
    if (count > 0 && active >= 0) lines.scrollToIndex(active, { align: 'auto' });
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
