import { onUnlocked } from '#browser/unlocks.ts';

/**
 * Keeps the price at the chapter's end true: it is a stranger's, and goes once the next chapter is open
 * to the reader, now or by what they unlock.
 * @param ask whether the next chapter is open by now.
 * @returns stops it.
 */
export function followNextPrice(
  { novelId, isNextOpen }: { novelId: string; isNextOpen: boolean },
  ask: () => Promise<boolean>,
): () => void {
  const price = document.querySelector<HTMLElement>('[data-turn="next"] .price');
  if (!price) return () => undefined;
  const show = (isOpen: boolean) => {
    // Its room stays: nothing moves.
    price.style.visibility = isOpen ? 'hidden' : '';
  };
  show(isNextOpen);
  const stop = onUnlocked(novelId, () => void ask().then(show));
  return () => {
    stop();
    show(false);
  };
}
