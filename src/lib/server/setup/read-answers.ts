import { z } from 'zod';
import { studioLimits } from '#shared/constants.ts';
import { formatFileLimit } from '#shared/site/formats.ts';
import { keepableText } from '#server/core/http/read-body.ts';
import { parseConfig, type Config } from '#server/core/config/config.ts';
import { completeSettings, faultOf, noAnswer, type Answers } from './answers.ts';
import { readFirstNovel, readSample, type FirstSteps } from './first-steps.ts';
import {
  longSetting,
  secrets,
  settingOf,
  whetherName,
  type Group,
  type Question,
} from './questions.ts';
import type { FormState, Withheld } from './setup-page.ts';

/** Answers that all have their form, or what is wrong with which. */
export type ReadAnswers =
  | { ok: true; state: FormState; settings: Answers; config: Config; steps: FirstSteps }
  | { ok: false; state: FormState };

const adminSchema = z.object({
  ADMIN_NAME: z.string().min(1, noAnswer).max(80, 'Le nom a au plus 80 caractères.'),
  ADMIN_EMAIL: z
    .string()
    .min(1, noAnswer)
    .pipe(z.email('Ce n’est pas une adresse e-mail.'))
    .pipe(z.string().max(254, 'L’adresse est trop longue.')),
});

/**
 * Reads the form of the setup page, as the terminal reads its answers.
 * @param surroundings settings that stand besides the answers.
 * @param withheld changed by what is sent.
 */
export async function readAnswers(
  form: FormData,
  asked: readonly Group[],
  withheld: Withheld,
  surroundings: Answers,
): Promise<ReadAnswers> {
  const values = new Map<string, string>();
  const faults = new Map<string, string>();
  const answers: Answers = {};
  for (const { ask, questions } of asked) {
    const whether = whetherName(questions);
    if (form.get(whether) === 'oui') values.set(whether, 'oui');
    const isLeftOut = ask !== undefined && !values.has(whether);
    for (const question of questions) {
      const { name } = question;
      const value = readValue(form, question, withheld);
      if (!secrets.has(name)) values.set(name, value);
      if (!isLeftOut) answers[name] = settingOf(question, value);
    }
  }
  const note = (given: Answers) => {
    for (const [name, value] of Object.entries(given)) {
      const fault = faultOf(name, value, { ...surroundings, ...given });
      if (fault !== null) faults.set(name, fault);
    }
  };
  note(answers);
  // One answer at fault hides what others are beside each other.
  note(Object.fromEntries(Object.entries(answers).filter(([name]) => !faults.has(name))));
  const settings = completeSettings(answers);
  const parsed = parseConfig({ ...surroundings, ...settings });
  if (!parsed.ok && faults.size === 0) faults.set('', parsed.problems.join(' '));

  for (const name of ['ADMIN_NAME', 'ADMIN_EMAIL']) values.set(name, textOf(form, name));
  const admin = adminSchema.safeParse(Object.fromEntries(values));
  for (const { path, message } of admin.error?.issues ?? []) {
    const name = String(path[0]);
    if (!faults.has(name)) faults.set(name, message);
  }
  const novel = await readNovel(form, withheld);
  values.set('NOVEL', novel.choice);
  if ('problem' in novel) faults.set('NOVEL', novel.problem);
  for (const name of faults.keys()) withheld.secrets.delete(name);
  const state = { values, faults, withheld };
  if (faults.size > 0 || !parsed.ok || !admin.success || 'problem' in novel) {
    return { ok: false, state };
  }
  const { ADMIN_NAME: name, ADMIN_EMAIL: email } = admin.data;
  const steps = { admin: { name, email }, novel: novel.novel };
  return { ok: true, state, settings, config: parsed.config, steps };
}

/** What was sent, or a secret that was given before. */
function readValue(form: FormData, { name, otherwise }: Question, withheld: Withheld): string {
  const text = textOf(form, name);
  const value = name === longSetting ? text.replaceAll(/\r?\n/g, String.raw`\n`) : text;
  if (!secrets.has(name)) return value;
  if (value === otherwise) withheld.secrets.delete(name);
  else if (value !== '') withheld.secrets.set(name, value);
  return withheld.secrets.get(name) ?? '';
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? keepableText(value).trim() : '';
}

async function readNovel(form: FormData, withheld: Withheld) {
  const choice = textOf(form, 'NOVEL');
  if (choice === 'sample') return { choice, novel: await readSample() };
  if (choice !== 'file') return { choice: 'none', novel: null };
  const file = form.get('BOOK');
  if (file instanceof File && file.size > studioLimits.bookBytes) {
    withheld.book = null;
    return { choice, problem: `Ce fichier a plus de ${formatFileLimit(studioLimits.bookBytes)}.` };
  }
  if (file instanceof File && file.size > 0) {
    withheld.book = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  if (withheld.book === null) return { choice, problem: 'Choisissez un fichier.' };
  const read = await readFirstNovel(withheld.book.bytes, withheld.book.name);
  if ('problem' in read) withheld.book = null;
  return { choice, ...read };
}
