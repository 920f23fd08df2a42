/** A message between the tabs of one browser. */
type Announcement = { kind: 'empresa'; empresaId: number } | { kind: 'entrou'; empresaId: number } | { kind: 'saiu' };

const NAME = 'vinculo.sessao';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);

/** Sends a message to the other tabs, not to this one. */
export const announce = (announcement: Announcement): void => channel?.postMessage(announcement);

/** Listens to the other tabs; answers the function that stops it. */
export function listen(hear: (announcement: Announcement) => void): () => void {
  const onMessage = (event: MessageEvent<Announcement>) => hear(event.data);
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
