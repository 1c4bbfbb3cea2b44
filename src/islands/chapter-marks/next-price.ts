import { onUnlocked } from '#browser/unlocks.ts';

/**
 * Updates the price at the chapter's end, rendered for anonymous visitors: hides it once the user may
 * read the next chapter, now or after an unlock.
 * @param ask whether the user may read the next chapter.
 * @returns unsubscribes.
 */
export function followNextPrice(
  { novelId, isNextOpen }: { novelId: string; isNextOpen: boolean },
  ask: () => Promise<boolean>,
): () => void {
  const price = document.querySelector<HTMLElement>('[data-turn="next"] .price');
  if (!price) return () => undefined;
  const show = (isOpen: boolean) => {
    // Its space stays, to avoid a layout shift.
    price.style.visibility = isOpen ? 'hidden' : '';
  };
  show(isNextOpen);
  const stop = onUnlocked(novelId, () => void ask().then(show));
  return () => {
    stop();
    show(false);
  };
}
