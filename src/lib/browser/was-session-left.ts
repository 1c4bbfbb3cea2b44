/** In session storage: home shows the reason of a redirect (`session-left.ts`). */
export const sessionLeftKey = 'session_left';

/** Whether home has a reason to show. */
export function wasSessionLeft(): boolean {
  try {
    return sessionStorage.getItem(sessionLeftKey) !== null;
  } catch {
    return false;
  }
}
