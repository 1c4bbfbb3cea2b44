/** `feuilleton books PERIOD FOLDER`: the files of `/bureau/livres`, written to a folder. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getBookTable, type BookPeriod } from '#shared/contracts/books.ts';
import { monthSchema } from '#shared/contracts/pay.ts';
import { bookTables, type BookTableName } from '#shared/money/book-tables.ts';
import { parseConfig, type Config } from '#server/core/config/config.ts';
import { stripeSettings } from '#server/core/config/stripe.ts';
import { bookCsv } from '#server/money/books/book-table.ts';
import { makeBookTable, named, openJournal } from '#server/money/books/calls.ts';
import { lastDayOf } from '#server/money/earnings/paris-month.ts';
import { createPayments } from '#server/money/payments/stripe.ts';
import { CommandRefused, commandSettings, openCommandApp } from './command-app.ts';
import {
  readCommandLine,
  runCommand,
  tell,
  wrongUsage,
  wrongValues,
  type NoCommand,
} from './command-line.ts';

/** What the command is asked for. */
type BooksCommand = { kind: 'write'; period: BookPeriod; folder: string };

const usage = `Les livres : feuilleton books PÉRIODE DOSSIER

Écrit dans un dossier les fichiers de la page « Livres » (/bureau/livres) : un CSV par tableau, et le
journal des ventes, qui s’arrête au dernier jour fini et lu chez Stripe. PÉRIODE est un mois (2026-10), ou
un premier et un dernier jour (2026-10-01 2026-10-15). Un fichier qui y est déjà est remplacé. La commande
lit VAT_RATES, OSS_SINCE et les réglages STRIPE_*, et ne demande rien à Stripe.

  --by-day        des lignes par jour, et non par mois, où un tableau a l’un et l’autre
  --help          cette aide`;

await runCommand(parse(process.argv.slice(2)), {
  usage,
  stopped: 'La commande s’est arrêtée sur une erreur',
  run: writeBooks,
});

function parse(argv: string[]): NoCommand | BooksCommand {
  const options = { help: { type: 'boolean' }, 'by-day': { type: 'boolean' } } as const;
  const given = readCommandLine(argv, options, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  const words = given.positionals;
  const folder = words.pop();
  if (folder === undefined || words.length === 0 || words.length > 2) {
    return wrongUsage('La commande attend une période et un dossier.', usage);
  }
  const by = given.values['by-day'] ? 'day' : 'month';
  const [from = '', to] = words;
  const month = monthSchema.safeParse(from);
  if (to === undefined && !month.success) return wrongValues(month.error.issues);
  const days = to === undefined ? { from: `${from}-01`, to: lastDayOf(from) } : { from, to };
  const parsed = getBookTable.query.safeParse({ ...days, by });
  return parsed.success
    ? { kind: 'write', period: parsed.data, folder }
    : wrongValues(parsed.error.issues);
}

async function writeBooks({ period, folder }: BooksCommand): Promise<number> {
  const config = readConfig();
  const app = await openCommandApp();
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const table of Object.keys(bookTables) as BookTableName[]) {
      const csv = bookCsv(await makeBookTable({ ...app, config }, table, period));
      await write(folder, `${named(table, period)}.csv`, [csv]);
    }
    const payments = config.stripe && createPayments(config.stripe);
    const { lines } = await openJournal({ ...app, payments }, period);
    // By the period asked for: a later run replaces it with more days.
    await write(folder, `${named('journal-des-ventes', period)}.txt`, lines);
    return 0;
  } finally {
    await app.close();
  }
}

/** Only what the tables need of the settings; without those of a site, the demonstration's. */
function readConfig(): Config {
  const settings = commandSettings();
  const { FEUILLETON_MODE: mode = 'production', SITE_URL, VAT_RATES } = settings;
  if (mode === 'production' && SITE_URL && !VAT_RATES) {
    throw new CommandRefused('VAT_RATES manque.');
  }
  const names = ['VAT_RATES', 'OSS_SINCE', ...stripeSettings];
  const given = Object.fromEntries(names.map((name) => [name, settings[name] ?? '']));
  const parsed = parseConfig({ FEUILLETON_MODE: 'demo', ...given });
  if (!parsed.ok) throw new CommandRefused(parsed.problems.join('\n'));
  return parsed.config;
}

/** Writes a file whole, or leaves the one before. */
async function write(
  folder: string,
  name: string,
  parts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const path = join(folder, name);
  await pipeline(Readable.from(parts), createWriteStream(`${path}.part`, { mode: 0o600 }));
  await rename(`${path}.part`, path);
  tell(path);
}
