/** What tabs of one browser tell each other. */
type Announcement = { kind: 'empresa'; empresaId: number } | { kind: 'entrou'; empresaId: number } | { kind: 'saiu' };

const NAME = 'vinculo.sessao';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);

/** Tells the other tabs; this one hears nothing. */
export const announce = (announcement: Announcement): void => channel?.postMessage(announcement);

/** Hears the other tabs; answers the function that stops it. */
export function listen(hear: (announcement: Announcement) => void): () => void {
  const onMessage = (event: MessageEvent<Announcement>) => hear(event.data);
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
