import { createECDH, randomBytes, randomUUID, type ECDH } from 'node:crypto';
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseConfig } from '#server/core/config/config.ts';
import { demoPublisher } from '#server/core/config/publisher.ts';
import { faultInFile } from '#server/core/config/read-settings.ts';
import { parseSettingsFile } from '#server/core/config/settings-file.ts';

/** Settings by their names. */
export type Answers = Record<string, string>;

const answerMaxCharacters = 4_000;

/** In the place of answers that are still missing, so that those that are there are compared. */
const unanswered = {
  ...demoPublisher,
  PUBLISHER_LEGAL_FORM: 'association',
  VAT_RATES: 'none',
} satisfies Answers;

/**
 * What is wrong with one answer, by itself or beside the others, or null; what others lack is not asked
 * for yet. It names no setting.
 */
export function faultOf(name: string, value: string, answers: Answers): string | null {
  if (value === '') return noAnswer;
  if (value.length > answerMaxCharacters) return 'La réponse est trop longue.';
  if (/[^\P{Cc}\t]|\uFEFF/u.test(value)) {
    return 'Un caractère invisible s’est glissé dans la réponse : tapez-la à la main.';
  }
  if (lineOf(name, value) === undefined) {
    return "Cette réponse ne peut pas avoir d’apostrophe droite (') : mettez ’, ou %27 dans une adresse.";
  }
  const inFile = faultInFile(name, value);
  const parsed = parseConfig({ ...unanswered, ...answers, [name]: value });
  const problems = [inFile ?? [], parsed.ok ? [] : parsed.problems].flat();
  const isOfThis = (problem: string) =>
    problem.startsWith(name) && !problem.startsWith(`${name} manque.`);
  const fault = problems.find(isOfThis);
  return fault === undefined ? null : sentenceOf(fault);
}

/** What is said of an answer that is empty. */
export const noAnswer = 'Il faut une réponse.';

/** Sentences about settings, and what they are to somebody who sees neither names nor a file. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  [/^PUBLISHER_CAPITAL=none .*/, 'Une société doit donner son capital.'],
  [/^PUBLISHER_VAT_NUMBER=none .*/, 'Avec des taux de TVA, il faut un numéro de TVA.'],
  [/^DATABASE_URL=memory:/, 'Une base en mémoire'],
  [/^\w+ n’a pas la forme/, 'Ce n’est pas la forme'],
  [/^\w+ a besoin ici d’un/, 'Il faut un'],
  [/^\w+ manque/, 'Il faut une réponse'],
  [/ : none, ou/, ' : aucun, ou'],
  [/ memory:,/, ''],
  [/, ses fins de ligne écrites \\n/, ''],
  [/DATABASE_URL/, 'cette adresse'],
];

/** A sentence about a setting, for a form. */
export const sentenceOf = (problem: string): string =>
  rewordings.reduce((sentence, [form, words]) => sentence.replace(form, words), problem);

/** All settings of a new site: the answers, and new secrets. */
export function completeSettings(answers: Answers): Answers {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return {
    ...answers,
    SECRET_KEYS: randomBytes(32).toString('hex'),
    METRICS_TOKEN: randomBytes(24).toString('hex'),
    VAPID_PUBLIC_KEY: keys.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: privateKeyOf(keys),
    VAPID_SUBJECT: `mailto:${answers.PUBLISHER_EMAIL ?? ''}`,
  };
}

/** 32 bytes; Node leaves out those at the beginning that are zero. */
function privateKeyOf(keys: ECDH): string {
  const key = keys.getPrivateKey();
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');
}

/** A line that systemd, Docker and `readSettings` read alike, if one can; quotes only where they are needed. */
function lineOf(name: string, value: string): string | undefined {
  const lines = ['', "'", '"'].map((quote) => `${name}=${quote}${value}${quote}`);
  const isRead = (line: string) => {
    const { settings, problems } = parseSettingsFile(line);
    return problems.length === 0 && settings[name] === value;
  };
  return lines.find(isRead);
}

/** Settings that are on the disk, and not yet under their name. */
type PreparedSettings = {
  /** Gives them their name: never over a file that is there (`EEXIST`). */
  put: () => Promise<void>;
  /** Removes what was prepared; what was put stays. */
  discard: () => Promise<void>;
};

/**
 * Writes the settings beside their file, which only the site will read: the whole file or none. Root's is
 * read by the group that its folder belongs to.
 */
export async function prepareSettings(file: string, settings: Answers): Promise<PreparedSettings> {
  const lines = Object.entries(settings).map(([name, value]) => lineOf(name, value));
  if (lines.includes(undefined)) throw new Error('a value that no line can hold');
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  const discard = () => rm(unfinished, { force: true });
  const written = await open(unfinished, 'wx', 0o600);
  try {
    await written.writeFile(`${lines.join('\n')}\n`);
    // By the open file: the site's user, who may write in the folder, cannot put another one in its place.
    await written.chmod(0o600);
    const { gid } = await stat(dirname(file));
    if (process.getuid?.() === 0 && gid !== 0) {
      await written.chown(0, gid);
      await written.chmod(0o640);
    }
    await written.sync();
  } catch (error) {
    await discard();
    throw error;
  } finally {
    await written.close();
  }
  return { put: () => link(unfinished, file), discard };
}
