import type { Session } from '../wire.ts';

/** Where the buyer is sent after paying. */
export function successAddress({ id, success_url: url }: Session): string {
  return (url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);
}

/** Where the buyer returns to from a session that accepts no payment: the site, by its own page. */
export function siteAddress(session: Session): string {
  return session.cancel_url ?? new URL(session.success_url ?? '/').origin;
}

/** The site's origins, for the page's CSP. */
export function returnOrigins({ success_url: success, cancel_url: cancel }: Session): string[] {
  const urls = [success, cancel].filter((url) => url !== null);
  return [...new Set(urls.map((url) => new URL(url).origin))];
}
