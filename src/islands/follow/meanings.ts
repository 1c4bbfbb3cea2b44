/** What following a novel means, and following an author. */
export const novelMeaning = 'Ses nouveaux chapitres vous seront annoncés à l’accueil.';
/** Of a novel whose chapters were withdrawn. */
export const withdrawnMeaning = 'S’il en paraît d’autres, ils vous seront annoncés à l’accueil.';
export const authorMeaning = 'Ses nouveaux romans et chapitres vous seront annoncés à l’accueil.';
