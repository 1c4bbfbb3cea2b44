import { createECDH, randomBytes } from 'node:crypto';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { parseConfig } from '#server/core/config/config.ts';
import { parseSettingsFile } from '#server/core/config/settings-file.ts';
import { CommandRefused } from '../command-app.ts';
import { tell } from '../command-line.ts';
import { groups, type Question } from './questions.ts';

type Answers = Record<string, string>;
/** Asks on the terminal, or reads the next line of a file. */
type Ask = (text: string) => Promise<string>;

/**
 * Asks for the settings and writes them, with new secrets, to a file that only its owner reads.
 * @throws CommandRefused where the file exists, or the answers end early.
 */
export async function setUp(file: string): Promise<void> {
  if (await stat(file).catch(() => null)) {
    throw new CommandRefused(`${file} existe déjà : il n’est pas touché.`);
  }
  const terminal = createInterface({ input: process.stdin, terminal: false });
  const lines = terminal[Symbol.asyncIterator]();
  const ask: Ask = async (text) => {
    process.stdout.write(`${text} : `);
    const { value, done } = await lines.next();
    if (done === true) throw new CommandRefused('Les réponses s’arrêtent avant la fin.');
    return value.trim();
  };
  try {
    const answers: Answers = {};
    for (const { title, ask: whether, questions } of groups) {
      tell(`\n${title}`);
      if (whether !== undefined && !(await isYes(ask, whether))) continue;
      for (const question of questions) await answer(ask, question, answers);
    }
    const settings = { ...answers, ...newSecrets(answers) };
    const parsed = parseConfig(settings);
    if (!parsed.ok) throw new CommandRefused(parsed.problems.join('\n'));
    await write(file, settings);
    tell(`\n${file} est écrit. Le premier compte : feuilleton admin-link ADRESSE --new NOM`);
    tell('Puis : feuilleton doctor dit ce qui manque encore.');
  } finally {
    terminal.close();
  }
}

async function isYes(ask: Ask, text: string): Promise<boolean> {
  return /^o(?:ui)?$/i.test(await ask(`${text} ? oui ou non [non]`));
}

/** Asks again until the answer has the form of its setting. */
async function answer(ask: Ask, question: Question, answers: Answers): Promise<void> {
  const { name, text, otherwise } = question;
  for (;;) {
    const given = await ask(otherwise === undefined ? text : `${text} [${otherwise}]`);
    const value = given === '' ? (otherwise ?? '') : given;
    const fault = faultOf(name, value, answers);
    if (fault === null) {
      answers[name] = value;
      return;
    }
    tell(`  ${fault}`);
  }
}

/** What is wrong with one answer, or null: what others of them lack is not asked for yet. */
function faultOf(name: string, value: string, answers: Answers): string | null {
  if (value === '') return 'Il faut une réponse.';
  const inFile = parseSettingsFile(lineOf(name, value)).problems[0];
  if (inFile !== undefined) return inFile;
  const parsed = parseConfig({ ...answers, [name]: value });
  const problems = parsed.ok ? [] : parsed.problems;
  const isOfThis = (problem: string) =>
    problem.startsWith(name) && !problem.startsWith(`${name} manque`);
  return problems.find(isOfThis) ?? null;
}

/** Generates the secrets: keys that sign tokens, the VAPID pair, the token of `/metrics`. */
function newSecrets(answers: Answers): Answers {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return {
    SECRET_KEYS: randomBytes(32).toString('hex'),
    METRICS_TOKEN: randomBytes(24).toString('hex'),
    VAPID_PUBLIC_KEY: keys.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: keys.getPrivateKey().toString('base64url').padStart(43, 'A'),
    VAPID_SUBJECT: `mailto:${answers.PUBLISHER_EMAIL ?? ''}`,
  };
}

/** A line that systemd, Docker and `readSettings` read alike; quotes only where a sign needs them. */
function lineOf(name: string, value: string): string {
  const isPlain = !/[\\"'#]/.test(value);
  return `${name}=${isPlain ? value : value.includes("'") ? `"${value}"` : `'${value}'`}`;
}

async function write(file: string, settings: Answers): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => lineOf(name, value));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(file, 0o600);
}
