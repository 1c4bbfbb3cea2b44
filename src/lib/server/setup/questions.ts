/** What a new site is asked, on the terminal and on its page (decision 143). */
import { paths } from '#shared/site/paths.ts';
import { vatRatesForm } from '#server/core/config/vat.ts';

/** A setting that is asked for. */
export type Question = {
  name: string;
  text: string;
  /** What an empty answer means. */
  otherwise?: string;
};

/** Questions under a title. */
export type Group = {
  title: string;
  /** A question before those that may be left out together. */
  ask?: string;
  /** The address of the site that another service wants to be told. */
  called?: { by: string; path: string };
  questions: readonly Question[];
};

/** What the page never shows again once it was given. */
export const secrets: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'GOOGLE_CLIENT_SECRET',
  'APPLE_PRIVATE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'MAIL_URL',
]);

/** Of several lines, which a settings file has as one. */
export const longSetting = 'APPLE_PRIVATE_KEY';

/** What a French form says for the `none` of the settings. */
const none = 'aucun';

const asked = (name: string, text: string, otherwise?: string): Question => ({
  name,
  text,
  ...(otherwise !== undefined && { otherwise }),
});

/** In the order in which they are asked. */
const groups: readonly Group[] = [
  {
    title: 'Le site',
    questions: [
      asked('SITE_URL', 'Adresse publique, par exemple https://feuilleton.example'),
      asked('TRUST_PROXY', 'Nombre de proxys devant le site : 1 avec Caddy ou nginx', '1'),
      asked(
        'DATABASE_URL',
        'Base de données : postgres://… ou file:/DOSSIER pour celle du programme',
        'file:/var/lib/feuilleton/data',
      ),
    ],
  },
  {
    title: 'Éditeur',
    questions: [
      asked('PUBLISHER_NAME', 'Nom'),
      asked('PUBLISHER_LEGAL_FORM', 'Forme juridique, par exemple association ou SARL'),
      asked('PUBLISHER_CAPITAL', 'Capital : un montant, ou aucun', none),
      asked('PUBLISHER_ADDRESS', 'Adresse postale'),
      asked(
        'PUBLISHER_REGISTRATION',
        'Immatriculation, par exemple RCS Lyon 000 000 000 ou RNA W…',
      ),
      asked('PUBLISHER_DIRECTOR', 'Directeur ou directrice de la publication'),
      asked('PUBLISHER_EMAIL', 'Adresse e-mail pour les lecteurs'),
      asked('PUBLISHER_PHONE', 'Téléphone'),
      asked(
        'VAT_RATES',
        `Taux de TVA : ${vatRatesForm.replace('none', none).replaceAll(/,(?! )/g, ', ')}`,
        none,
      ),
      asked('PUBLISHER_VAT_NUMBER', 'Numéro de TVA : par exemple FR00000000000, ou aucun', none),
    ],
  },
  {
    title: 'Hébergeur',
    questions: [
      asked('HOSTING_NAME', 'Nom de l’hébergeur'),
      asked('HOSTING_ADDRESS', 'Son adresse postale'),
      asked('HOSTING_PHONE', 'Son téléphone'),
    ],
  },
  {
    title: 'Connexion avec Google',
    ask: 'Les lecteurs peuvent-ils se connecter avec Google',
    called: { by: 'Adresse de retour à donner à Google', path: paths.googleCallback },
    questions: [
      asked('GOOGLE_CLIENT_ID', 'Client ID'),
      asked('GOOGLE_CLIENT_SECRET', 'Client secret'),
    ],
  },
  {
    title: 'Connexion avec Apple',
    ask: 'Les lecteurs peuvent-ils se connecter avec Apple',
    called: { by: 'Adresse de retour à donner à Apple', path: paths.appleCallback },
    questions: [
      asked('APPLE_CLIENT_ID', 'Services ID'),
      asked('APPLE_TEAM_ID', 'Team ID'),
      asked('APPLE_KEY_ID', 'Key ID'),
      asked('APPLE_PRIVATE_KEY', String.raw`Contenu du fichier .p8, ses fins de ligne écrites \n`),
    ],
  },
  {
    title: 'Vente de crédits',
    ask: 'Le site vend-il des crédits, par Stripe',
    called: { by: 'Adresse du webhook à donner à Stripe', path: paths.stripeWebhook },
    questions: [
      asked('STRIPE_SECRET_KEY', 'Clé secrète de Stripe'),
      asked('STRIPE_WEBHOOK_SECRET', 'Secret du webhook'),
      asked('MEDIATOR_NAME', 'Nom du médiateur de la consommation'),
      asked('MEDIATOR_URL', 'Son adresse web'),
    ],
  },
  {
    title: 'E-mails',
    ask: 'Le site envoie-t-il des e-mails',
    questions: [
      asked('MAIL_URL', 'Serveur, par exemple smtps://utilisateur:mot-de-passe@serveur:465'),
      asked('MAIL_FROM', 'Expéditeur, par exemple Feuilleton <bonjour@feuilleton.example>'),
    ],
  },
];

/** The setting's value that an answer means: “aucun” is `none`, and nothing what is proposed. */
export function settingOf({ otherwise = '' }: Question, answer: string): string {
  const said = answer || otherwise;
  return otherwise === none && /^aucune?$/i.test(said) ? 'none' : said;
}

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
