import { useCallback, useEffect } from 'react';
import { signedInPerson } from '#browser/session/auth-token.ts';
import { call } from '#browser/call.ts';
import { orWaiting } from '#browser/offline/queue/queue-here.ts';
import { askPart } from '#browser/session/own-view.ts';
import { changeBookmarkCount } from '#browser/session/session-store.ts';
import { addressOf } from '#browser/address-of.ts';
import {
  bookmarkChapter,
  getChapterInfo,
  likeChapter,
  unbookmarkChapter,
  unlikeChapter,
} from '#shared/contracts/chapters.ts';
import { onUnlocked } from '#browser/purchase/unlocks.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { countWithPending, useOptimisticValue } from '../ui/use-optimistic-value.ts';

/**
 * The user's like and bookmark, the number of likes, and the novel and whether they follow it; hides
 * the next chapter's price if the user owns it.
 * @param likes the count rendered into the page.
 */
export function useChapterMarks(id: string, likes: number) {
  const params = { id };
  const like = useOptimisticValue<boolean, { likes: number }>(
    'like',
    {
      initial: false,
      send: async (isOn) =>
        orWaiting(signedInPerson(), await call(isOn ? likeChapter : unlikeChapter, { params }), {
          ...markOf(id, 'like'),
          path: addressOf(isOn ? likeChapter : unlikeChapter, { params }),
          value: isOn,
          label: isOn ? 'J’aime' : 'J’aime retiré',
        }),
    },
    markOf(id, 'like').subject,
  );
  const bookmark = useOptimisticValue<boolean, unknown>(
    'bookmark',
    {
      initial: false,
      send: async (isOn) =>
        orWaiting(
          signedInPerson(),
          await (isOn ? call(bookmarkChapter, { params }) : call(unbookmarkChapter, { params })),
          {
            ...markOf(id, 'bookmark'),
            path: addressOf(isOn ? bookmarkChapter : unbookmarkChapter, { params }),
            value: isOn,
            label: isOn ? 'Marque-page' : 'Marque-page retiré',
          },
        ),
      onTaken: (value, before) => {
        if (value !== before) changeBookmarkCount(value ? 1 : -1);
      },
    },
    markOf(id, 'bookmark').subject,
  );
  const { hydrate: hydrateLike, answer } = like;
  const { hydrate: hydrateBookmark } = bookmark;
  const load = useCallback(
    () => askPart('info', () => call(getChapterInfo, { params: { id } })),
    [id],
  );
  const info = dataOr(useLoaded(load, { logAs: 'own marks' })[0], null, null);
  useEffect(() => {
    if (!info) return undefined;
    hydrateLike(info.hasLiked, { likes: info.likes });
    hydrateBookmark(info.isBookmarked);
    return followNextPrice(info, async () => {
      const outcome = await load();
      return outcome.ok && outcome.data.isNextOpen;
    });
  }, [info, load, hydrateLike, hydrateBookmark]);
  return {
    like: { ...like, count: countWithPending(answer?.likes ?? likes, like) },
    bookmark,
    novel: info && { id: info.novelId, isFollowed: info.isFavorited },
  };
}

/** How a mark waits for the connection. */
function markOf(id: string, mark: 'like' | 'bookmark') {
  return { subject: `${mark}:${id}`, method: 'PUT', body: null } as const;
}

/**
 * Updates the price at the chapter's end, rendered for anonymous visitors: hides it once the user may
 * read the next chapter, now or after an unlock.
 * @param request whether the user may read the next chapter.
 * @returns unsubscribes.
 */
function followNextPrice(
  { novelId, isNextOpen }: { novelId: string; isNextOpen: boolean },
  request: () => Promise<boolean>,
): () => void {
  const price = document.querySelector<HTMLElement>('[data-turn="next"] .price');
  if (!price) return () => undefined;
  const show = (isOpen: boolean) => {
    // Its space stays, to avoid a layout shift.
    price.style.visibility = isOpen ? 'hidden' : '';
  };
  show(isNextOpen);
  const stop = onUnlocked(novelId, () => void request().then(show));
  return () => {
    stop();
    show(false);
  };
}
