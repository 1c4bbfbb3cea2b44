/**
 * Names in local storage, besides those of the reader's preferences (`preferenceKey`). The first group
 * is the specification's, section 9; exact. Exported one by one, so that a file of the browser has
 * only those that it uses; imported as `storageKeys`.
 */
export const cookieConsent = 'cookieConsent';
export const authToken = 'auth_token';
export const viewedNovels = 'viewed_novels';
export const viewedChapters = 'viewed_chapters';
// Names the specification does not record: ours.
export const speechRate = 'reader_speechRate';
export const speechVoice = 'reader_speechVoice';
/** Places in the text, by chapter; and what the account held of them when last seen. */
export const readingPlaces = 'reading_places';
export const readingPlacesSeen = 'reading_places_seen';
/** The chapter that was read last on this device, by novel. */
export const lastRead = 'reading_last';
/** The chapters that were read to their end on this device. */
export const readChapters = 'reading_done';
/** A reader’s highlights, by chapter, for when there is no connection. */
export const highlights = 'reading_highlights';
/** What no list shows this reader, whose account it is of, and pages that it is known to hide. */
export const hiddenSubjects = 'hidden_subjects';
/** Somebody has signed in here: what this device read goes to their library. */
export const readingToMerge = 'reading_to_merge';
/** Something is kept on this device for reading without a connection. */
export const offlinePages = 'kept_here';
/** This device's preferences, and the account's, when they last met. */
export const preferencesSeen = 'reader_preferences_seen';
/** The fonts' folder of which this browser has fetched the site's own letters. */
export const letters = 'font';
export const clientToken = 'client_token';
/** Address of the measuring script that consent was given for. */
export const analyticsAgreed = 'analytics_agreed';
export const csrfToken = 'csrf_token';
/** Until when access to novels and chapters is locked; the server decides. */
export const accessLock = 'access_lock';
/** What the top bar shows before the server has answered. */
export const sessionSummary = 'session_summary';
/** Who asked for notifications on this device, and the address of its subscription as the site has it. */
export const pushHere = 'push_here';
/** Followed by a person, a form and a subject: what they have written there and not saved. */
export const savedDraft = 'kept_draft';

/** Not local storage: a cookie that says that this browser has a session, and proves nothing (decision 109). */
export const signedInCookie = 'has_session';
/** What a script writes to delete it. */
export const noSignedInCookie = `${signedInCookie}=;Max-Age=0;Path=/`;
