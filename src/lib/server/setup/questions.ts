/** What a new site is asked, on the terminal and on its page (decision 143). */

/** A setting that is asked for. */
export type Question = {
  name: string;
  text: string;
  hint?: string;
  /** What an empty answer means. */
  otherwise?: string;
  /** Never shown again once it was given. */
  isSecret?: true;
  /** Several lines, which a settings file has as one. */
  isLong?: true;
};

/** Questions under a title; `ask` is a question before those that may be left out together. */
export type Group = { title: string; ask?: string; questions: readonly Question[] };

const asked = (
  name: string,
  text: string,
  how: Omit<Question, 'name' | 'text'> = {},
): Question => ({
  name,
  text,
  ...how,
});

/** In the order in which they are asked. */
const groups: readonly Group[] = [
  {
    title: 'Le site',
    questions: [
      asked('SITE_URL', 'Adresse publique', { hint: 'comme https://feuilleton.example' }),
      asked('TRUST_PROXY', 'Combien de proxys sont devant', {
        hint: '1 avec Caddy ou nginx',
        otherwise: '1',
      }),
      asked('DATABASE_URL', 'Base de données', {
        hint: 'postgres://… ou file:/DOSSIER pour celle du programme',
        otherwise: 'file:/var/lib/feuilleton/data',
        isSecret: true,
      }),
    ],
  },
  {
    title: 'Qui publie : les pages légales le disent',
    questions: [
      asked('PUBLISHER_NAME', 'Nom'),
      asked('PUBLISHER_LEGAL_FORM', 'Forme juridique', { hint: 'comme association ou SARL' }),
      asked('PUBLISHER_CAPITAL', 'Capital', { hint: 'none s’il n’y en a pas', otherwise: 'none' }),
      asked('PUBLISHER_ADDRESS', 'Adresse postale'),
      asked('PUBLISHER_REGISTRATION', 'Immatriculation', {
        hint: 'comme RCS Lyon 000 000 000 ou RNA W…',
      }),
      asked('PUBLISHER_DIRECTOR', 'Directeur ou directrice de la publication'),
      asked('PUBLISHER_EMAIL', 'Adresse e-mail pour les lecteurs'),
      asked('PUBLISHER_PHONE', 'Téléphone'),
      asked('VAT_RATES', 'TVA', {
        hint: 'none, ou un taux par pays comme France=5.5,Belgique=6,…',
        otherwise: 'none',
      }),
      asked('PUBLISHER_VAT_NUMBER', 'Numéro de TVA', {
        hint: 'none s’il n’y en a pas',
        otherwise: 'none',
      }),
    ],
  },
  {
    title: 'Qui héberge',
    questions: [
      asked('HOSTING_NAME', 'Nom de l’hébergeur'),
      asked('HOSTING_ADDRESS', 'Son adresse'),
      asked('HOSTING_PHONE', 'Son téléphone'),
    ],
  },
  {
    title: 'Connexion par Google',
    ask: 'Les lecteurs peuvent-ils se connecter par Google',
    questions: [
      asked('GOOGLE_CLIENT_ID', 'Client ID'),
      asked('GOOGLE_CLIENT_SECRET', 'Client secret', { isSecret: true }),
    ],
  },
  {
    title: 'Connexion par Apple',
    ask: 'Les lecteurs peuvent-ils se connecter par Apple',
    questions: [
      asked('APPLE_CLIENT_ID', 'Services ID'),
      asked('APPLE_TEAM_ID', 'Team ID'),
      asked('APPLE_KEY_ID', 'Key ID'),
      asked('APPLE_PRIVATE_KEY', 'Contenu du fichier .p8', { isSecret: true, isLong: true }),
    ],
  },
  {
    title: 'Vente de crédits',
    ask: 'Des crédits se vendent-ils, par Stripe',
    questions: [
      asked('STRIPE_SECRET_KEY', 'Clé secrète de Stripe', { isSecret: true }),
      asked('STRIPE_WEBHOOK_SECRET', 'Secret du webhook', { isSecret: true }),
      asked('MEDIATOR_NAME', 'Nom du médiateur de la consommation'),
      asked('MEDIATOR_URL', 'Son adresse web'),
    ],
  },
  {
    title: 'E-mails',
    ask: 'Le site envoie-t-il des e-mails',
    questions: [
      asked('MAIL_URL', 'Serveur', {
        hint: 'comme smtps://utilisateur:mot-de-passe@serveur:465',
        isSecret: true,
      }),
      asked('MAIL_FROM', 'Expéditeur', {
        hint: 'comme Feuilleton <bonjour@feuilleton.example>',
      }),
    ],
  },
];

/** The field that says whether the questions of a group are answered. */
export const whetherName = ([first]: readonly Question[]): string => `with-${first?.name ?? ''}`;

/** The questions, of which the database's has another proposal, or is not asked (null). */
export function groupsWith(database: string | undefined | null): Group[] {
  const ofDatabase = (question: Question): Question[] =>
    database === null ? [] : [{ ...question, ...(database && { otherwise: database }) }];
  return groups.map((group) => ({
    ...group,
    questions: group.questions.flatMap((question) =>
      question.name === 'DATABASE_URL' ? ofDatabase(question) : [question],
    ),
  }));
}
