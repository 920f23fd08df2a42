import { useMediaQuery } from '@mantine/hooks';

const HOVER = '(hover: hover)';

/** Whether the pointer can rest on something without pressing it; a tablet changes that when its mouse is taken away. */
export const useHover = (): boolean => useMediaQuery(HOVER, window.matchMedia?.(HOVER).matches === true);
