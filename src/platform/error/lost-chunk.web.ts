/** What browsers say of a part of the program that cannot be loaded: Chromium, Firefox, Safari, and Vite of a style sheet. */
const SAYINGS =
  /dynamically imported module|importing a module script failed|unable to preload css|is not a valid javascript mime type/i;

const lost = new WeakSet<object>();

/** Notes the errors that Vite tells of; the screen that needed the part fails with the same error. */
export function watchLostChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: unknown };
    if (typeof payload === 'object' && payload !== null) lost.add(payload);
  });
}

/** Whether an error is that a part of the program could not be loaded: another version is served now, or nothing is. */
export const isLostChunk = (error: unknown): boolean =>
  error instanceof Error && (lost.has(error) || SAYINGS.test(error.message));
