import { useMediaQuery } from '@mantine/hooks';

/** Paper is as narrow as a phone, and is none. */
const PHONE = 'screen and (max-width: 48em)';

/** Whether the window is as narrow as a phone's now. */
export const isPhone = (): boolean => matchMedia(PHONE).matches;

/** The same for a component: true from its first draw on, and again when the window changes. */
export const usePhone = (): boolean => useMediaQuery(PHONE, isPhone());
