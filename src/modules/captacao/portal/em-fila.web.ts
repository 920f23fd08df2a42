/** Sends one thing after another: of two that travel at once the earlier one might arrive last, and stay. */
export function emFila() {
  let ultimo: Promise<unknown> = Promise.resolve();
  return <T>(envia: () => Promise<T>): Promise<T> => {
    const vez = ultimo.then(envia, envia);
    ultimo = vez;
    return vez;
  };
}
