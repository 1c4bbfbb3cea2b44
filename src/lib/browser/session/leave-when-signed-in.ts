/**
 * Redirects a user who signs in, here or in another tab, from the sign-in page to the return
 * path, which the server has validated and written there. Without one, who is signed in stays: they
 * are to sign in again.
 */
export function leaveWhenSignedIn(): void {
  const root = document.documentElement;
  const place = document.querySelector<HTMLElement>('[data-return]')?.dataset.return;
  if (place === undefined) return;
  const leave = () => {
    if (root.dataset.session === 'on') location.replace(place);
  };
  leave();
  new MutationObserver(leave).observe(root, { attributeFilter: ['data-session'] });
}
