import { existsSync, readFileSync, statSync, type Stats } from 'node:fs';
import {
  fileSetting,
  knownSettings,
  looksLikeSetting,
  retiredSentence,
  unknownSentence,
} from './known-settings.ts';
import { projectRoot } from '../project-root.ts';
import { around, parseSettingsFile, withoutQuotes } from './settings-file.ts';

type Environment = Record<string, string | undefined>;

/** What a program was told: settings of the file, and over them the environment. */
export type ReadSettings = {
  /** Null where a file that should be read cannot be. */
  values: Environment | null;
  /** One French sentence per fault of the file: nothing starts with one. */
  problems: string[];
  /** Sentences for the log: settings that are ignored. */
  notices: string[];
  /** Where they were read, a sentence. */
  source: string;
};

/** Where an installed site has its settings. */
export const usualFile = '/etc/feuilleton/settings';
/** Other ways to the database of `DATABASE_URL`. */
const ofDatabase = new Set(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']);
/** What a package says of the machine that it prepares, such as its database. */
const packageDefaults = new URL('defaults', projectRoot);

/**
 * Reads the product's settings: the file that `FEUILLETON_SETTINGS` names, or the usual one in
 * production, over it the environment, and below both what a package brings (decision 131). A
 * demonstration and a test, which never want a server's settings, read only a file that is named.
 */
export function readSettings(
  environment: Environment,
  usual = usualFile,
  defaults: string | URL = packageDefaults,
): ReadSettings {
  const named = environment[fileSetting];
  const isProduction = (environment.FEUILLETON_MODE || 'production') === 'production';
  const path = named || (isProduction ? usual : null);
  const file = path === null ? {} : readSettingsFile(path, path === named);
  const source =
    path === null || !('text' in file)
      ? `Les réglages viennent de l’environnement seul${path === null ? '' : ` : il n’y a pas de fichier ${path}`}.`
      : `Les réglages viennent de ${path}, puis de l’environnement.`;
  if ('problem' in file) return { values: null, problems: [file.problem], notices: [], source };
  const given = Object.entries(environment).flatMap(([name, value = '']) => {
    const said = withoutQuotes(value.replaceAll(around, ''));
    return said !== '' && knownSettings.has(name) ? [[name, said] as const] : [];
  });
  const { settings, problems } = parseSettingsFile(file.text ?? '', faultInFile);
  const isDatabaseGiven = given.some(([name]) => name === 'DATABASE_URL');
  // An empty line says nothing either; nor does one about another database than the environment's.
  const isSaid = ([name, value]: [string, string]) =>
    value !== '' && !(isDatabaseGiven && ofDatabase.has(name));
  const brought = isProduction && existsSync(defaults) ? readFileSync(defaults, 'utf8') : '';
  return {
    values: {
      ...environment,
      ...parseSettingsFile(brought).settings,
      ...Object.fromEntries(Object.entries(settings).filter(isSaid)),
      ...Object.fromEntries(given),
    },
    source,
    problems: problems.map((sentence) => `${path}, ${sentence}`),
    notices: [
      ...Object.keys({ ...settings, ...environment }).flatMap(
        (name) => retiredSentence(name) ?? [],
      ),
      ...Object.keys(environment).filter(isMisspelt).map(unknownSentence),
    ],
  };
}

/** What is wrong with a setting because it stands in a file, or null. */
export function faultInFile(name: string, value: string): string | null {
  if (name === fileSetting) return `${name} se donne dans l’environnement, pas dans ce fichier.`;
  // Commands may run elsewhere than the server, and would make a database there.
  if (name === 'DATABASE_URL' && /^file:(?:\/\/)?(?!\/)/.test(value)) {
    return `${name} a besoin ici d’un chemin entier, comme file:/var/lib/feuilleton/data.`;
  }
  return knownSettings.has(name) || retiredSentence(name) !== null ? null : unknownSentence(name);
}

function isMisspelt(name: string): boolean {
  return !knownSettings.has(name) && retiredSentence(name) === null && looksLikeSetting(name);
}

/** The file's text; nothing where the usual file does not exist. */
function readSettingsFile(path: string, isNamed: boolean): { text?: string } | { problem: string } {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return { problem: `${path} n’est pas un fichier de réglages.` };
    const bytes = readFileSync(path);
    if (isOpenToOthers(stats)) {
      return {
        problem:
          `${path} contient des secrets et se laisse lire par d’autres que son propriétaire : ` +
          `chmod 600 ${path} (640 s’il est à root).`,
      };
    }
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
    if (isAbsent) return isNamed ? { problem: `Il n’y a pas de fichier ${path}.` } : {};
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      return { problem: `${path} n’est pas en UTF-8.` };
    }
    return {
      problem: `${path} ne se laisse pas lire (${code}) : donnez-le au groupe de l’utilisateur qui lance Feuilleton (chgrp, puis chmod 640).`,
    };
  }
}

/**
 * As PostgreSQL judges its server's key: another owner than root shares it with nobody, root with a
 * group that may only read it (https://www.postgresql.org/docs/current/ssl-tcp.html).
 */
function isOpenToOthers({ mode, uid }: Stats): boolean {
  return (mode & (uid === 0 ? 0o037 : 0o077)) !== 0;
}
