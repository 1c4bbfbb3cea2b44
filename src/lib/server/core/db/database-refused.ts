/** Why a database cannot be used, and the sentence of it; production.md lists them for operators. */
export const refusals = {
  newerTables:
    'La base de données est plus récente que ce programme, qui ne la connaît pas : prenez {needed}, ou restaurez la sauvegarde faite avant sa mise à jour.',
  sharedSessions:
    'DATABASE_URL mène à un pooler qui partage les sessions de PostgreSQL (pool_mode=transaction ou statement) : avec pool_mode=transaction, donnez aussi l’adresse de PostgreSQL lui-même dans DATABASE_DIRECT_URL ; sinon, mettez-le en mode session, pool_mode=session pour PgBouncer.',
  sharedDirect:
    'DATABASE_DIRECT_URL mène à un pooler qui partage les sessions de PostgreSQL : donnez l’adresse de PostgreSQL lui-même.',
  statementMode:
    'DATABASE_URL mène à un pooler qui n’admet pas de transactions (pool_mode=statement) : mettez-le en mode transaction, pool_mode=transaction pour PgBouncer.',
  otherDatabase:
    'DATABASE_URL et DATABASE_DIRECT_URL ne mènent pas à la même base du même serveur : donnez dans DATABASE_DIRECT_URL l’adresse du PostgreSQL qui est derrière le pooler.',
  olderServer:
    'DATABASE_URL mène à PostgreSQL {version} : il faut PostgreSQL {needed} ou plus récent.',
  busy: 'La base de données est occupée : une mise à jour des tables n’a pas obtenu à temps ce qu’une autre connexion verrouille. Rien n’a été changé ; réessayez.',
  diskFull:
    'Le disque de la base de données est plein, rien n’a été changé : faites de la place, puis recommencez.',
  inUse:
    'Feuilleton tourne déjà sur la base de {folder} : arrêtez-le d’abord, ou donnez un autre dossier dans DATABASE_URL.',
  connections:
    'Toutes les connexions au PostgreSQL de {folder} sont prises : attendez la fin des commandes qui l’utilisent, puis recommencez.',
  unanswering:
    'Le PostgreSQL de {folder} (processus {pid}) ne répond pas : arrêtez-le (kill -INT {pid}, ou kill -KILL {pid} s’il reste), puis recommencez.',
  platform:
    'PostgreSQL n’est pas fourni pour ce système ({system}) : donnez l’adresse d’un PostgreSQL dans DATABASE_URL.',
  libraries:
    'PostgreSQL ne trouve pas ses bibliothèques dans {folder}/native/lib, et leurs liens n’ont pas pu y être créés : lancez une fois, dans {folder} et avec le droit d’y écrire, node scripts/hydrate-symlinks.js, ou donnez un PostgreSQL dans DATABASE_URL.',
  programs:
    'Les programmes de PostgreSQL ({folder}) sont dans un dossier où seul root peut entrer, et n’ont pas pu être copiés dans {caches} : déplacez Feuilleton, ou donnez un PostgreSQL dans DATABASE_URL.',
  nameless:
    'L’utilisateur sous lequel PostgreSQL tournerait n’a pas de nom sur cette machine (/etc/passwd), or il en faut un : donnez-lui un nom, ou donnez un PostgreSQL dans DATABASE_URL.',
  folder:
    'La base de données ne peut pas être dans le dossier {folder}, qui ne se laisse pas lire et écrire : corrigez ses droits, ou donnez un autre dossier dans DATABASE_URL.',
  foreign:
    'Le dossier {folder} appartient à un autre utilisateur ({uid}) : lancez Feuilleton sous celui-là, ou donnez un autre dossier dans DATABASE_URL.',
  file: 'Le fichier {file} est un lien, ou n’est pas à l’utilisateur de la base de données, et n’a pas été ouvert : mettez à sa place une copie qui soit à lui, ou retirez-le.',
  ofRoot:
    'Le dossier {folder} appartient à root, sous lequel PostgreSQL refuse de tourner : donnez-le à un autre utilisateur (chown -R postgres {folder}).',
  pglite:
    'Le dossier {folder} contient une base PGlite, d’une version de développement de Feuilleton que celle-ci ne lit plus : supprimez-le, ou donnez un autre dossier dans DATABASE_URL.',
  damaged:
    'Le dossier {folder} n’est pas une base de PostgreSQL : il n’a pas de fichier PG_VERSION. Remettez-le en état, ou déplacez-le et restaurez une sauvegarde (feuilleton restore).',
  version:
    'La base de {folder} est de PostgreSQL {version}, et Feuilleton apporte maintenant PostgreSQL {needed} : sauvegardez-la avec la version précédente de Feuilleton (feuilleton backup), déplacez le dossier, puis restaurez la sauvegarde (feuilleton restore).',
  path: 'Le chemin {folder} est trop long pour un socket : donnez-en un plus court dans DATABASE_URL (dans TMPDIR pour memory:).',
  start: 'PostgreSQL ne démarre pas :\n{words}',
} as const;

export type RefusedCode = keyof typeof refusals;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Thrown for a database that cannot be used until an operator does what the message says. */
export class DatabaseRefused<Code extends RefusedCode = RefusedCode> extends Error {
  override name = 'DatabaseRefused';
  readonly code: Code;
  /** @param values what the sentence names. */
  constructor(
    code: Code,
    values: Record<NamesIn<(typeof refusals)[Code]>, string | number>,
    options?: ErrorOptions,
  ) {
    const words: Record<string, string | number> = values;
    super(
      refusals[code].replace(/\{(\w+)\}/g, (_, name: string) => String(words[name])),
      options,
    );
    this.code = code;
  }
}
