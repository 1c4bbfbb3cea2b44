/** Why a database cannot be used: */
export type RefusedCode =
  /** Its tables are newer than this program. */
  | 'newerTables'
  /** Behind a pooler whose connections share PostgreSQL's sessions. */
  | 'sharedSessions'
  /** A migration could not acquire its locks in time. */
  | 'busy'
  /** A named PostgreSQL before 15. */
  | 'olderServer'
  /** The embedded one: another server has the folder. */
  | 'inUse'
  /** The package has no binary that runs here. */
  | 'platform'
  /** Links to its libraries are missing and cannot be made, or it cannot be copied for its user. */
  | 'libraries'
  | 'programs'
  /** The user of the process has no name, which `initdb` asks for. */
  | 'nameless'
  /** The folder cannot be written, is another user's, or is no database of this version. */
  | 'folder'
  | 'foreign'
  | 'pglite'
  | 'damaged'
  | 'version'
  /** The path of the folder is too long for a socket, on a system without `/proc`. */
  | 'path'
  | 'diskFull'
  /** PostgreSQL does not start, for a reason of its own. */
  | 'start';

/** Of the embedded and of a named PostgreSQL. */
export const diskFullSentence =
  'Le disque de la base de données est plein, rien n’a été changé : faites de la place, puis recommencez.';

/** Thrown for a database that cannot be used until an operator does what the message says. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused';
  readonly code: RefusedCode;
  constructor(code: RefusedCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
