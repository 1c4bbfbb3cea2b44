/** Sent to the page when a chapter's text is on it: the page's own script begins with it. */
export const textShown = 'text-shown';
/** Sent to a text when it is removed from the page. */
export const takenAway = 'taken-away';
