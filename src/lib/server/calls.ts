/** All calls: one table per subject says contract, guard and handler of each. */
import { calls as account } from './account/calls.ts';
import { calls as catalogue } from './catalogue/calls.ts';
import { calls as community } from './community/calls.ts';
import { calls as chapter } from './community/chapter-calls.ts';
import { calls as comment } from './community/comment-calls.ts';
import { calls as margin } from './community/margin/calls.ts';
import { calls as moderation } from './community/moderation-calls.ts';
import { calls as review } from './community/reviews/calls.ts';
import { calls as communityTypos } from './community/typos/calls.ts';
import { calls as books } from '#server/money/books/calls.ts';
import { calls as credits } from '#server/money/credits/calls.ts';
import { calls as desk } from './desk/calls.ts';
import { calls as earnings } from '#server/money/earnings/calls.ts';
import { calls as identity } from '#server/people/identity/calls.ts';
import { calls as invoices } from '#server/money/invoices/calls.ts';
import { calls as hidden } from '#server/catalogue/hidden-novels.ts';
import { calls as items } from '#server/catalogue/items/calls.ts';
import { calls as library } from '#server/catalogue/library/calls.ts';
import { calls as notices } from './notices/calls.ts';
import { calls as payments } from '#server/money/payments/calls.ts';
import { calls as payouts } from '#server/money/payouts/calls.ts';
import { calls as challenge } from '#server/catalogue/reading/challenge-calls.ts';
import { calls as publishing } from './publishing/calls.ts';
import { calls as contentNotices } from './publishing/content-notices/calls.ts';
import { calls as leaving } from './publishing/leaving/calls.ts';
import { calls as studioAnnouncement } from './publishing/studio/announcement-calls.ts';
import { calls as studioChapter } from './publishing/studio/chapter-calls.ts';
import { calls as studioFigures } from './publishing/studio/figures-calls.ts';
import { calls as studioInbox } from './publishing/studio/inbox-calls.ts';
import { calls as studioNovel } from './publishing/studio/novel-calls.ts';
import { calls as studioUpload } from './publishing/studio/upload-calls.ts';
import { calls as team } from './publishing/team/calls.ts';
import { calls as publishingTypos } from './publishing/typos/calls.ts';
import { calls as recap } from '#server/catalogue/recap/calls.ts';
import { calls as versions } from './publishing/versions/calls.ts';
import { calls as reading } from '#server/catalogue/reading/calls.ts';
import type { Endpoint } from '#server/core/http/endpoint.ts';
import { createFindCall } from '#server/core/http/find-call.ts';

export const endpoints: readonly Endpoint[] = [
  ...account,
  ...catalogue,
  ...community,
  ...chapter,
  ...comment,
  ...margin,
  ...moderation,
  ...review,
  ...communityTypos,
  ...books,
  ...credits,
  ...desk,
  ...earnings,
  ...identity,
  ...invoices,
  ...hidden,
  ...items,
  ...library,
  ...notices,
  ...payments,
  ...payouts,
  ...challenge,
  ...publishing,
  ...contentNotices,
  ...leaving,
  ...studioAnnouncement,
  ...studioChapter,
  ...studioFigures,
  ...studioInbox,
  ...studioNovel,
  ...studioUpload,
  ...team,
  ...publishingTypos,
  ...versions,
  ...recap,
  ...reading,
];

/** What answers a call; our server asks it before Astro, the catch-all route asks it in `astro dev`. */
export const findCall = createFindCall(endpoints);
