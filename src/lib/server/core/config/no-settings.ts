import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileSetting, knownSettings } from './known-settings.ts';
import { readSettings, usualFile } from './read-settings.ts';

/** Where a site that has no settings keeps them once it has some. */
export type SettingsPlace = {
  file: string;
  /** The database that the environment gives, or a package proposes. */
  databaseUrl: string | undefined;
  isDatabaseGiven: boolean;
};

/** What a unit, a container or a package gives to every server: no settings of a site. */
const ofSurroundings = new Set(['FEUILLETON_MODE', fileSetting, 'HOST', 'PORT', 'DATABASE_URL']);

/**
 * The file that a server without any settings may write them to (decision 143); null where it has
 * some, if faulty, where its folder cannot be written, and outside of production.
 */
export function findSettingsPlace(
  environment: Record<string, string | undefined>,
  usual = usualFile,
): SettingsPlace | null {
  if ((environment.FEUILLETON_MODE || 'production') !== 'production') return null;
  const file = environment[fileSetting] || usual;
  const isGiven = ([name, value]: [string, string | undefined]) =>
    value && knownSettings.has(name) && !ofSurroundings.has(name);
  if (Object.entries(environment).some(isGiven)) return null;
  if (isThere(file) || !isWritable(dirname(file))) return null;
  const { values, problems, notices } = readSettings({ ...environment, [fileSetting]: '' }, file);
  // A name that is misspelt or no longer read was meant as a setting.
  if (values === null || problems.length > 0 || notices.length > 0) return null;
  const { DATABASE_URL: databaseUrl } = values;
  return { file, databaseUrl, isDatabaseGiven: Boolean(environment.DATABASE_URL) };
}

/** Whether there is a file, a folder or a link of this name, wherever that leads. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
