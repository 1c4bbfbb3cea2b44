/** In session storage: home shows the reason of a redirect (`session-left.ts`). */
export const sessionLeftKey = 'session_left';
