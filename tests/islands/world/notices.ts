import type { NoticeSettingsBody } from '#shared/contracts/notices.ts';

/** A site that sends nothing: its profile says nothing of it. */
export const noNotices: NoticeSettingsBody = {
  email: 'off',
  push: 'off',
  quiet: null,
  address: null,
  hasBounced: false,
  offers: { email: false, push: false },
  pushKey: null,
  browsers: 0,
  isHere: false,
};

/** Of what is followed, where the site sends nothing. */
export const notOffered = { isOffered: false, isAsked: false, isTold: false };
