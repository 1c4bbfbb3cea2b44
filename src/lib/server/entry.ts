/**
 * The server's entry. Astro's build makes one bundle of it with all pages and endpoints: each
 * module exists once in the running server (design section 4).
 */
import { createApp as createAstro } from 'astro/app/entrypoint';
import { parseConfig, type Config } from '#server/core/config/config.ts';
import {
  findMissingSettings,
  findSettingsPlace,
  type SettingsPlace,
} from '#server/core/config/no-settings.ts';
import { readSettings, usualFile } from '#server/core/config/read-settings.ts';
import { settingsFaultCode } from '#server/core/config/setting-problem.ts';
import { codeOf } from '#server/core/error-code.ts';
import { findCall } from './calls.ts';
import { failureSentence } from './failure-sentence.ts';
import { createFindPage } from '#server/core/pagecache/find-page.ts';
import { serveWith, stopOnSignals, type ServeOptions, type Serving } from './serve.ts';

export { parseConfig, stopOnSignals };

// Pages are buffered: a failure midway sends an error page, not half a page.
const astro = createAstro({ streaming: false });

/** Finds pages by their own declarations (`pagecache/cached-page.ts`). */
export const findPage = createFindPage(astro);

/** Serves the built site; see `serveWith`. */
export function serve(config: Config, options: ServeOptions): Promise<Serving> {
  const render = (request: Request, locals: App.Locals) =>
    astro.render(request, { locals, addCookieHeader: true });
  return serveWith({ render, findPage, findCall }, config, options);
}

/**
 * Production: reports missing settings or serves until stopped; without any, asks for them first.
 *
 * @param folder of the build, with a trailing slash.
 */
export async function run(folder: URL): Promise<void> {
  const place = findSettingsPlace(process.env);
  if (place !== null) await askForSettings(place);
  const { values, problems, notices, source } = readSettings(process.env);
  if (values === null) refuse([...problems, ...howToBegin()]);
  const result = parseConfig(values);
  if (!result.ok || problems.length > 0) {
    // What a line that was refused would have said is not missing besides.
    const missing = (result.ok ? [] : result.problems).filter((problem) => {
      const [, name] = /^(\w+) manque\.$/.exec(problem) ?? [];
      return name === undefined || !problems.some((line) => line.includes(name));
    });
    refuse([...problems, ...missing, ...notices, source, ...howToBegin()]);
  }
  try {
    const serving = await serve(result.config, { folder });
    stopOnSignals(serving);
    logSettings(serving.app, notices);
  } catch (error) {
    leave(startSentence(error, result.config), isForGood(error) ? settingsFaultCode : 1);
  }
}

/** What writes the settings, where there are none and the server may not write them. */
function howToBegin(): string[] {
  const { file } = findMissingSettings(process.env) ?? {};
  if (file === undefined) return [];
  const option = file === usualFile ? '' : ` --file ${file}`;
  return [
    `Le site reste à configurer : sudo feuilleton setup${option} pose les questions et écrit ${file}.`,
  ];
}

/** Whether a restart cannot succeed: the program or PostgreSQL has to be upgraded first. */
function isForGood(error: unknown): boolean {
  return ['newerTables', 'olderServer'].includes(codeOf(error) ?? '');
}

/** A site without any settings asks for them on a page, and goes on once they are written. */
async function askForSettings(place: SettingsPlace): Promise<void> {
  const parsed = parseConfig({ FEUILLETON_MODE: 'demo', ...place.listens });
  if (!parsed.ok) refuse(parsed.problems);
  // The first process of a container ends by no signal by itself.
  const stop = () => process.exit(0);
  process.on('SIGTERM', stop).on('SIGINT', stop);
  try {
    const { serveSetup } = await import('./setup/setup-server.ts');
    const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
    const { written } = await serveSetup(place, parsed.config, say);
    await written;
  } catch (error) {
    leave(startSentence(error, parsed.config));
  }
  process.off('SIGTERM', stop).off('SIGINT', stop);
  // systemd's socket was closed with the page, and is there again for the next process.
  const { LISTEN_PID } = process.env;
  if (LISTEN_PID === String(process.pid)) process.exit(0);
}

/** What an operator may have forgotten: settings that are ignored, and what is not set up. */
function logSettings({ log, config }: Serving['app'], notices: readonly string[]): void {
  for (const notice of notices) log.warn({ notice }, 'a setting is ignored');
  const { google, apple } = config.identityProviders;
  const parts = { google, apple, stripe: config.stripe, mail: config.mail, push: config.push };
  const notSetUp = Object.entries(parts).flatMap(([name, part]) => (part === null ? [name] : []));
  if (notSetUp.length > 0) log.info({ notSetUp }, 'not set up');
}

/** Why the server could not start: where it would listen, the database, or a reason of its own. */
function startSentence(error: unknown, { host, port }: Config): string {
  const { code, syscall, hostname } = error as Partial<
    NodeJS.ErrnoException & { hostname: string }
  >;
  if (syscall === 'listen' || hostname === host) {
    return `Feuilleton ne peut pas écouter sur ${host}:${port} (${code ?? ''}) : le port est pris, ou HOST ou PORT ne vont pas.`;
  }
  return failureSentence(error, 'Feuilleton ne démarre pas');
}

function refuse(problems: readonly string[]): never {
  const lines = problems.map((line) => `- ${line}`).join('\n');
  leave(`Feuilleton ne démarre pas :\n${lines}`, settingsFaultCode);
}

function leave(message: string, code = 1): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
