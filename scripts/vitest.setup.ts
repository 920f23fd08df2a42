import { afterEach, vi } from 'vitest';

// A screen is taken down after each test with all it left behind, and waited for as long as a busy machine needs: the library's own
// second is no measure of ours.
if ('document' in globalThis) {
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 15_000 });
  // What grows with its text listens to the letters of the document, which has none here.
  Object.defineProperty(Reflect.get(globalThis, 'document'), 'fonts', { value: new EventTarget() });
  afterEach(() => {
    cleanup();
    sessionStorage.clear();
    localStorage.clear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
