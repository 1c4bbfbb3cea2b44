/** What following a novel means, and following an author. */
export const novelMeaning = 'Ses nouveaux chapitres vous seront annoncés à l’accueil.';
export const authorMeaning = 'Ses nouveaux romans et chapitres vous seront annoncés à l’accueil.';
