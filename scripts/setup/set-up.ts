import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { parseConfig, type Config } from '#server/core/config/config.ts';
import { isThere } from '#server/core/config/no-settings.ts';
import { readSettings } from '#server/core/config/read-settings.ts';
import { failureSentence } from '#server/failure-sentence.ts';
import { parsePersonReference } from '#server/people/identity/people.ts';
import { completeSettings, faultOf, prepareSettings, type Answers } from '#server/setup/answers.ts';
import {
  hasSample,
  readFirstNovel,
  readSample,
  sampleTitle,
  untilSentence,
  takeFirstSteps,
  type FirstResults,
  type FirstSteps,
} from '#server/setup/first-steps.ts';
import { groupsWith, settingOf, type Question } from '#server/setup/questions.ts';
import { paths } from '#shared/site/paths.ts';
import { CommandRefused, openCommandApp } from '../command-app.ts';
import { tell } from '../command-line.ts';

/** Asks on the terminal, or reads the next line of a file; null after its end. */
type Ask = (text: string) => Promise<string | null>;

/** What is begun with, and the book's file as it was typed. */
type Begun = FirstSteps & { file: string | null };

/** Who owns the site's database on a server with our package. */
const siteUser = 'feuilleton';

/**
 * Asks for the settings and writes them, with new secrets, to a file that only the site reads; makes
 * the first admin and the first novel, as far as the database can be reached from here.
 * @throws CommandRefused where the file exists, or the answers end early.
 */
export async function setUp(file: string): Promise<void> {
  if (isThere(file)) throw new CommandRefused(`${file} existe déjà : il n’est pas touché.`);
  const terminal = createInterface({ input: process.stdin, terminal: false });
  const lines = terminal[Symbol.asyncIterator]();
  const ask: Ask = async (text) => {
    process.stdout.write(`${text} : `);
    const { value, done } = await lines.next();
    return done === true ? null : value.trim();
  };
  tell(`Les réglages seront écrits dans ${file}.`);
  try {
    const settings = completeSettings(await askSettings(ask, file));
    const parsed = parseConfig(settings);
    if (!parsed.ok) throw new CommandRefused(parsed.problems.join('\n'));
    const steps = await askFirstSteps(ask);
    const prepared = await prepareSettings(file, settings);
    try {
      const results = await begin(steps, parsed.config);
      await prepared.put();
      tell(`\n${file} est écrit.`);
      tellResults(results, steps, parsed.config);
    } finally {
      await prepared.discard();
    }
    tell('Puis : sudo feuilleton doctor dit ce qui manque encore.');
  } finally {
    terminal.close();
  }
}

async function askSettings(ask: Ask, file: string): Promise<Answers> {
  const { values } = readSettings({ ...process.env, FEUILLETON_SETTINGS: '' }, file);
  const answers: Answers = {};
  for (const { title, ask: whether, called, questions } of groupsWith(values?.DATABASE_URL)) {
    tell(`\n${title}`);
    if (whether !== undefined && !(await isYes(ask, whether))) continue;
    if (called) tell(`${called.by} : ${answers.SITE_URL?.replace(/\/+$/, '')}${called.path}`);
    for (const question of questions) await answer(ask, question, answers);
  }
  return answers;
}

async function isYes(ask: Ask, text: string): Promise<boolean> {
  for (;;) {
    const said = given(await ask(`${text} ? oui ou non [non]`));
    if (/^(?:o|oui|n|non|)$/i.test(said)) return /^o/i.test(said);
    tell('  Répondez par oui ou par non.');
  }
}

function given(text: string | null): string {
  if (text === null) throw new CommandRefused('Les réponses s’arrêtent avant la fin.');
  return text;
}

/** Asks again until the answer has the form of its setting. */
async function answer(ask: Ask, question: Question, answers: Answers): Promise<void> {
  const { name, text, otherwise } = question;
  // An address may have a password.
  const proposed = otherwise?.replace(/(?<=:\/\/[^/]*:)[^@/]*(?=@)/, '…');
  for (;;) {
    const said = given(await ask(proposed === undefined ? text : `${text} [${proposed}]`));
    const value = settingOf(question, said);
    const fault = faultOf(name, value, answers);
    if (fault === null) {
      answers[name] = value;
      return;
    }
    tell(`  ${fault}`);
  }
}

/** May all be left out: an answer that is empty, or after the end of a file. */
async function askFirstSteps(ask: Ask): Promise<Begun> {
  tell('\nPour commencer : une réponse vide remet à plus tard');
  return { admin: await askAdmin(ask), ...(await askNovel(ask)) };
}

async function askAdmin(ask: Ask): Promise<FirstSteps['admin']> {
  for (;;) {
    const text = (await ask('Adresse e-mail du premier compte admin')) || null;
    if (text === null) return null;
    const person = parsePersonReference(text);
    if (person && 'email' in person) {
      const { email } = person;
      const name = (await ask(`Son nom [${email}]`)) || email;
      return { email, name: name.slice(0, 80) };
    }
    tell('  Ce n’est pas une adresse e-mail.');
  }
}

async function askNovel(ask: Ask): Promise<Omit<Begun, 'admin'>> {
  const sample = hasSample() ? `, ou exemple pour « ${sampleTitle} »` : '';
  for (;;) {
    const text = (await ask(`Premier roman (un fichier EPUB, Markdown ou texte${sample})`)) || null;
    if (text === null) return { novel: null, file: null };
    if (text === 'exemple' && hasSample()) return { novel: await readSample(), file: null };
    const bytes = await readFile(text).catch(() => null);
    const read = bytes
      ? await readFirstNovel(bytes, basename(text))
      : { problem: `${text} : le fichier n’existe pas ou ne peut pas être lu.` };
    if ('novel' in read) return { ...read, file: text };
    tell(`  ${read.problem}`);
  }
}

/** Null where nothing was asked for, or the database is out of reach: settings are written all the same. */
async function begin(
  steps: FirstSteps,
  { databaseUrl, siteUrl }: Config,
): Promise<FirstResults | null> {
  if (steps.admin === null && steps.novel === null) return null;
  try {
    return await asSiteUser(databaseUrl, async () => {
      const app = await openCommandApp({ databaseUrl, siteUrl, bucket: null });
      try {
        return await takeFirstSteps(app, steps);
      } finally {
        await app.close();
      }
    });
  } catch (error) {
    tell(`\n${failureSentence(error, 'Le premier compte et le premier roman restent à faire')}`);
    return null;
  }
}

/** PostgreSQL knows who connects over its socket (peer authentication): not root, but the site's user. */
async function asSiteUser<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0 || !url.startsWith('postgres')) return work();
  try {
    process.seteuid?.(siteUser);
    // The role of an address that names none.
    const { PGUSER = siteUser } = process.env;
    Object.assign(process.env, { PGUSER });
  } catch {
    return work();
  }
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

function tellResults(
  results: FirstResults | null,
  { admin, file }: Begun,
  { siteUrl }: Config,
): void {
  if (results?.novel) tell(`« ${results.novel.title} » est publié : /novel/${results.novel.slug}`);
  if (results?.link) {
    tell(siteUrl + paths.staffLink(results.link.token));
    tell(untilSentence(results.link.expiresAt));
  } else {
    const whom = admin ? `${quoted(admin.email)} --new ${quoted(admin.name)}` : 'ADRESSE --new NOM';
    tell(`Le premier compte : sudo feuilleton admin-link ${whom}`);
  }
  if (results === null && file !== null) {
    tell(`Le premier roman : sudo feuilleton import ${quoted(file)}`);
  }
}

/** A word of a shell's line. */
const quoted = (text: string): string =>
  /^[\w@./+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
