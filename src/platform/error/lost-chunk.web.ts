/** The errors for a part of the program that cannot be loaded: of Chromium, Firefox and Safari, and of Vite for a style sheet. */
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

/** Whether a part of the program could not be loaded: the server has another version now, or does not answer. */
export const isLostChunk = (error: unknown): boolean =>
  error instanceof Error && (lost.has(error) || SAYINGS.test(error.message));
