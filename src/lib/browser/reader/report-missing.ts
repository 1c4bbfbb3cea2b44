/** Reports that there is no connection. Loaded when the page is used, or when it is needed. */

/**
 * A module failed to load, or there is no connection: a link is followed where the site answers,
 * browsers may be wrong about the connection. Else it is reported.
 */
export function reportMissing(opener: HTMLElement): void {
  if (opener instanceof HTMLAnchorElement) {
    void fetch(opener.href, { method: 'HEAD' }).then(
      () => location.assign(opener.href),
      () => report(opener),
    );
  } else report(opener);
}

/** Removes the message. */
let withdraw = (): void => undefined;
document.addEventListener('click', () => withdraw(), true);

/**
 * Reports that there is no connection, until the next press or connection: in the dialog that was
 * pressed, else in place of the remaining time. A panel opens when the connection is back.
 */
function report(opener: HTMLElement): void {
  withdraw();
  const time = document.querySelector<HTMLElement>('[data-time-left]');
  if (!time) return;
  const line = document.createElement('p');
  line.className = time.className;
  line.role = 'alert';
  const isLink = opener.matches('a:not([data-panel])');
  line.textContent = navigator.onLine
    ? 'Pas de réponse. Vérifiez votre connexion.'
    : `Vous êtes hors ligne. ${isLink ? 'Réessayez plus tard.' : 'Cela s’ouvrira avec la connexion.'}`;
  const dialog = opener.closest('dialog');
  time.hidden = !dialog;
  (dialog?.querySelector('header') ?? time).after(line);
  time.parentElement?.setAttribute('data-shown', '');
  const retry = () => {
    withdraw();
    if (!isLink) opener.click();
  };
  addEventListener('online', retry);
  withdraw = () => {
    withdraw = () => undefined;
    removeEventListener('online', retry);
    line.remove();
    time.hidden = false;
  };
}
