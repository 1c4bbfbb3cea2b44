/** Sent to a text when it is removed from the page. */
export const takenAway = 'taken-away';
