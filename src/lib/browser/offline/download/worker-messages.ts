/** The service worker's answer about a page to download. Its fields are those of former builds, whose tabs read it. */
export type DownloadAnswer = {
  isKept: boolean;
  /** The server's; 0 where it did not answer. */
  status: number;
  /** Where the server asked to wait. */
  waitSeconds: number;
};

/** Asks the service worker to download a page; null where there is none. */
export async function downloadPage(path: string): Promise<DownloadAnswer | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const active = registration?.active;
  if (!active) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as DownloadAnswer);
    active.postMessage({ kind: 'download', paths: [path] }, [port2]);
    setTimeout(resolve, answersWithinMs, { isKept: false, status: 0, waitSeconds: 0 });
  });
}

/** A worker that is replaced in the meantime does not answer. */
const answersWithinMs = 60_000;

/** Asks for pages to be cached that may be read next. */
export function cacheAhead(active: ServiceWorker, paths: readonly string[]): void {
  active.postMessage({ kind: 'keep', paths });
}
