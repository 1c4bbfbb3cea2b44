import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';

/** What the head of a novel's screens has to know of it. */
export type HeadNovel = Pick<StudioNovelBody, '_id' | 'title' | 'role' | 'waiting'>;

/** Of the novel whose screen was shown last. */
let last: HeadNovel | null = null;

/** Keeps what the head of a novel's next screen shows while that screen loads. */
export function rememberNovel({ _id, title, role, waiting }: HeadNovel): void {
  last = { _id, title, role, waiting };
}

/** The novel, if its screen was shown last; null otherwise. */
export const lastNovel = (novelId: string): HeadNovel | null =>
  last?._id === novelId ? last : null;

/** For the next user of the page. */
export function forgetNovel(): void {
  last = null;
}
