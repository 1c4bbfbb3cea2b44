/** Word of what was unlocked, between the islands and the tabs of one browser. */
const channelName = 'unlocks';

/** Chapters of this novel were unlocked here. */
export function tellUnlocked(novelId: string): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(novelId);
  channel.close();
}

/**
 * Calls back when chapters of this novel may have been unlocked elsewhere: in another island or tab, or
 * while the page lay in the browser's history. What is open now, the server knows.
 * @returns stops it.
 */
export function onUnlocked(novelId: string, listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (data === novelId) listener();
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
