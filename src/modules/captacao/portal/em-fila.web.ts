/** What comes later waits for it, so none may hang for longer, in ms. */
const PRAZO = 20_000;

/**
 * Sends one thing after another: of two that travel at once the earlier one might arrive last, and stay. Each may use a signal that gives it up, from its
 * turn on.
 */
export function emFila() {
  let ultimo: Promise<unknown> = Promise.resolve();
  return <T>(envia: (prazo: AbortSignal) => Promise<T>): Promise<T> => {
    const agora = () => envia(AbortSignal.timeout(PRAZO));
    const vez = ultimo.then(agora, agora);
    ultimo = vez;
    return vez;
  };
}
