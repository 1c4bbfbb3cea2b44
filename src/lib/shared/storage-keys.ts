/**
 * Names in local storage, besides those of the reader's preferences (`preferenceKey`). The first group
 * is the specification's, section 9; exact.
 */
export const storageKeys = {
  cookieConsent: 'cookieConsent',
  authToken: 'auth_token',
  viewedNovels: 'viewed_novels',
  viewedChapters: 'viewed_chapters',
  // Names the specification does not record: ours.
  speechRate: 'reader_speechRate',
  speechVoice: 'reader_speechVoice',
  /** Places in the text, by chapter; and what the account held of them when last seen. */
  readingPlaces: 'reading_places',
  readingPlacesSeen: 'reading_places_seen',
  /** The chapter that was read last on this device, by novel. */
  lastRead: 'reading_last',
  /** This device's preferences, and the account's, when they last met. */
  preferencesSeen: 'reader_preferences_seen',
  clientToken: 'client_token',
  /** Address of the measuring script that consent was given for. */
  analyticsAgreed: 'analytics_agreed',
  csrfToken: 'csrf_token',
  /** Until when access to novels and chapters is locked; the server decides. */
  accessLock: 'access_lock',
  /** What the top bar shows before the server has answered. */
  sessionSummary: 'session_summary',
  /** Followed by a person, a form and a subject: what they have written there and not saved. */
  keptDraft: 'kept_draft',
  /** Followed by a person and a chapter: how earlier releases kept what the editor keeps now. */
  formerChapterDraft: 'studio_copy',
} as const;
