const KEY = 'vinculo.chegada';

/** Whether this tab has asked, or need not ask, 'Você está conectado como …'. */
export function hasArrived(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

/** Ends the question for this tab: the user has just logged in, or has answered. */
export function markArrived(): void {
  try {
    sessionStorage.setItem(KEY, 'sim');
  } catch {
    // Without storage the question is never asked.
  }
}
