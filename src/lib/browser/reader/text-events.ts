/** Sent to a chapter's article when its text is on the page: the page's own script begins with it. */
export const textShown = 'text-shown';
/** Sent to a text when it is removed from the page. */
export const takenAway = 'taken-away';
