import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../error-code.ts';
import { fileSetting, knownSettings } from './known-settings.ts';
import { readSettings, usualFile } from './read-settings.ts';

type Environment = Record<string, string | undefined>;

/** Where a site that has no settings keeps them once it has some. */
export type SettingsPlace = {
  file: string;
  /** The database that the environment gives, or a package proposes. */
  databaseUrl: string | undefined;
  isDatabaseGiven: boolean;
  /** Where the environment or a package says to listen. */
  listens: { HOST: string | undefined; PORT: string | undefined };
};

/** What a unit, a container or a package gives to every server: no settings of a site. */
const ofSurroundings = new Set(['FEUILLETON_MODE', fileSetting, 'HOST', 'PORT', 'DATABASE_URL']);

/**
 * Where a server without any settings would have them, writable or not; null where it has some, if
 * faulty, and outside of production.
 */
export function findMissingSettings(
  environment: Environment,
  usual = usualFile,
): SettingsPlace | null {
  if ((environment.FEUILLETON_MODE || 'production') !== 'production') return null;
  const file = environment[fileSetting] || usual;
  const isGiven = ([name, value]: [string, string | undefined]) =>
    value && knownSettings.has(name) && !ofSurroundings.has(name);
  if (Object.entries(environment).some(isGiven)) return null;
  if (isThere(file)) return null;
  const { values, problems, notices } = readSettings({ ...environment, [fileSetting]: '' }, file);
  // A name that is misspelt or no longer read was meant as a setting.
  if (values === null || problems.length > 0 || notices.length > 0) return null;
  const { DATABASE_URL: databaseUrl, HOST, PORT } = values;
  const isDatabaseGiven = Boolean(environment.DATABASE_URL);
  return { file, databaseUrl, isDatabaseGiven, listens: { HOST, PORT } };
}

/** The file that a server without any settings may write them to (decision 143), as its folder allows it. */
export function findSettingsPlace(
  environment: Environment,
  usual = usualFile,
): SettingsPlace | null {
  const place = findMissingSettings(environment, usual);
  return place && isWritable(dirname(place.file)) ? place : null;
}

/** Whether there is a file, a folder or a link of this name, wherever that leads; also one that cannot be seen. */
export function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR';
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
