import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { chmod, chown, link, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseConfig } from '#server/core/config/config.ts';
import { faultInFile } from '#server/core/config/read-settings.ts';
import { parseSettingsFile } from '#server/core/config/settings-file.ts';

/** Settings by their names. */
export type Answers = Record<string, string>;

const answerMaxCharacters = 4_000;

/** What is wrong with one answer, or null: what others of them lack is not asked for yet. */
export function faultOf(name: string, value: string, answers: Answers): string | null {
  if (value === '') return 'Il faut une réponse.';
  if (value.length > answerMaxCharacters) return 'La réponse est trop longue.';
  const inFile = parseSettingsFile(lineOf(name, value), faultInFile).problems[0];
  if (inFile !== undefined) return inFile.replace(/^ligne 1 : /, '');
  const parsed = parseConfig({ ...answers, [name]: value });
  const problems = parsed.ok ? [] : parsed.problems;
  const isOfThis = (problem: string) =>
    problem.startsWith(name) && !problem.startsWith(`${name} manque.`);
  return problems.find(isOfThis) ?? null;
}

/** All settings of a new site: the answers, and new secrets. */
export function completeSettings(answers: Answers): Answers {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return {
    ...answers,
    SECRET_KEYS: randomBytes(32).toString('hex'),
    METRICS_TOKEN: randomBytes(24).toString('hex'),
    VAPID_PUBLIC_KEY: keys.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: keys.getPrivateKey().toString('base64url').padStart(43, 'A'),
    VAPID_SUBJECT: `mailto:${answers.PUBLISHER_EMAIL ?? ''}`,
  };
}

/** A line that systemd, Docker and `readSettings` read alike; quotes only where they are needed. */
function lineOf(name: string, value: string): string {
  const lines = ['', "'", '"'].map((quote) => `${name}=${quote}${value}${quote}`);
  const isRead = (line: string) => {
    const { settings, problems } = parseSettingsFile(line);
    return problems.length === 0 && settings[name] === value;
  };
  return lines.find(isRead) ?? `${name}=${value}`;
}

/**
 * Writes the settings to a file that only the site reads: the whole file or none, and never over one
 * that is there (`EEXIST`). Root's is read by the group that its folder belongs to.
 */
export async function writeSettings(file: string, settings: Answers): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => lineOf(name, value));
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  const written = await open(unfinished, 'wx', 0o600);
  try {
    await written.writeFile(`${lines.join('\n')}\n`);
    await written.sync();
    await written.close();
    await chmod(unfinished, 0o600);
    const { gid } = await stat(dirname(file));
    if (process.getuid?.() === 0 && gid !== 0) {
      await chown(unfinished, 0, gid);
      await chmod(unfinished, 0o640);
    }
    await link(unfinished, file);
  } finally {
    await written.close();
    await rm(unfinished, { force: true });
  }
}
