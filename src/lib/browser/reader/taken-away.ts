/** What a text hears of when it is taken off the page. */
export const takenAway = 'taken-away';
