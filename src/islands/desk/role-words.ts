/** Roles as the desk names them. */
export const roleWords: Readonly<Record<string, string>> = {
  reader: 'Lecteur',
  author: 'Auteur',
  support: 'Support',
  admin: 'Administrateur',
};
