/**
 * Who may do what on a novel: the one table for server, studio and documentation (decision 86).
 * What is not listed is refused.
 */

/** What the calls of the studio ask for. */
export const novelPowers = [
  'seeDrafts',
  'write',
  'arrange',
  'publish',
  'price',
  'settings',
  'deleteChapters',
  'deleteNovel',
  'figures',
  'pay',
  'comments',
  'block',
  'people',
  'transfer',
] as const;
export type NovelPower = (typeof novelPowers)[number];

/** Roles that the owner gives by invitation. */
export const memberRoles = ['co_author', 'translator', 'editor', 'proofreader'] as const;
export type MemberRole = (typeof memberRoles)[number];
export type NovelRole = 'owner' | MemberRole;

const powersOf: Record<NovelRole, readonly NovelPower[]> = {
  owner: novelPowers,
  co_author: [
    'seeDrafts',
    'write',
    'arrange',
    'publish',
    'price',
    'settings',
    'deleteChapters',
    'figures',
    'comments',
  ],
  translator: ['seeDrafts', 'write', 'arrange', 'comments'],
  editor: ['seeDrafts', 'write', 'arrange', 'publish', 'settings', 'comments'],
  proofreader: ['seeDrafts', 'write'],
};

/** Whether a role includes a power. */
export const may = (role: NovelRole, power: NovelPower): boolean => powersOf[role].includes(power);

/** The roles by invitation that include a power. */
export const memberRolesWith = (power: NovelPower): MemberRole[] =>
  memberRoles.filter((role) => may(role, power));

/** The roles and what each may do, as people read them. */
export const roleWords: Record<NovelRole, { name: string; sentence: string }> = {
  owner: {
    name: 'Propriétaire',
    sentence: 'Peut tout faire\u00A0: publier, fixer les prix, inviter, céder le roman.',
  },
  co_author: {
    name: 'Coauteur',
    sentence:
      'Écrit, ordonne, publie, fixe les prix, supprime des chapitres et voit les chiffres. N’invite personne et ne voit ni les revenus en euros ni les relevés.',
  },
  translator: {
    name: 'Traducteur',
    sentence:
      'Lit les brouillons, écrit et ordonne les chapitres. Ne publie pas et ne fixe pas les prix.',
  },
  editor: {
    name: 'Éditeur',
    sentence:
      'Corrige, ordonne, publie et programme les chapitres, modifie la fiche et la couverture. Ne fixe pas les prix.',
  },
  proofreader: {
    name: 'Relecteur',
    sentence: 'Lit les brouillons et corrige le texte. Ne publie rien.',
  },
};
