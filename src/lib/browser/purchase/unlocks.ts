/** Messages about unlocked chapters, between the islands and the tabs of one browser. */
const channelName = 'unlocks';

/** Announces that chapters of this novel were unlocked; null: of any, on another device. */
export function broadcastUnlocked(novelId: string | null): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(novelId);
  channel.close();
}

/**
 * Calls back when chapters of this novel may have been unlocked elsewhere: in another island, tab
 * or device, or while the page was in the back/forward cache. The server knows what is unlocked.
 * @returns a function that unsubscribes.
 */
export function onUnlocked(novelId: string, listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (data === novelId || data === null) listener();
  });
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  addEventListener('pageshow', onPageShow);
  return () => {
    channel.close();
    removeEventListener('pageshow', onPageShow);
  };
}
