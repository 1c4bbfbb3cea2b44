import { worker } from './scope.ts';

/** What a push message says. */
export type PushMessage = { title: string; body: string; path: string; tag: string };

const charactersMax = 300;

/**
 * Reads a push message: `{ title, body, url, tag }`. An address of another site leads home. Null for
 * anything else than such a message.
 */
export function readMessage(text: string, origin: string): PushMessage | null {
  try {
    const { title, body, url, tag } = { ...(JSON.parse(text) as object) } as Record<
      string,
      unknown
    >;
    if (typeof title !== 'string' || title === '') return null;
    const isText = (value: unknown): value is string => typeof value === 'string';
    return {
      title: title.slice(0, charactersMax),
      body: isText(body) ? body.slice(0, charactersMax) : '',
      path: isText(url) ? ownPath(url, origin) : '/',
      tag: isText(tag) ? tag.slice(0, charactersMax) : '',
    };
  } catch {
    return null;
  }
}

/** The path of an address of this site; home for any other. */
function ownPath(url: string, origin: string): string {
  if (!URL.canParse(url, origin)) return '/';
  const wanted = new URL(url, origin);
  return wanted.origin === origin ? wanted.pathname + wanted.search + wanted.hash : '/';
}

/** Shows a push message. Browsers want every message shown: an unreadable one says little. */
export async function showMessage(text: string): Promise<void> {
  const message = readMessage(text, location.origin);
  const { title, body, tag, path } = message ?? {
    title: 'Feuilleton',
    body: '',
    tag: '',
    path: '/',
  };
  await worker.registration.showNotification(title, {
    body,
    tag,
    lang: 'fr',
    icon: '/app/icone-192.png',
    data: path,
  });
}

/** Opens what a notification is about: in a tab that shows it already, else in one of ours, else in a new one. */
export async function openMessage({ data }: Pick<Notification, 'data'>): Promise<void> {
  const url = new URL(
    ownPath(typeof data === 'string' ? data : '/', location.origin),
    location.origin,
  );
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = tabs.find((tab) => tab.url === url.href);
  if (shown) await shown.focus();
  else await worker.clients.openWindow(url.href);
}
