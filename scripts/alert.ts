/** `feuilleton alert OBJET`: e-mails the end of standard input to the operator. */
import { z } from 'zod';
import { parseMail } from '#server/core/config/mail.ts';
import { readSettings } from '#server/core/config/read-settings.ts';
import { settingProblems } from '#server/core/config/setting-problem.ts';
import { parseUpkeep } from '#server/core/config/upkeep.ts';
import { CommandRefused } from './command-app.ts';
import { readCommandLine, runCommand, tell, wrongUsage, type NoCommand } from './command-line.ts';
import { writeToOperator, type Operator } from './operator-letter.ts';

const usage = `Prévenir qui exploite le site : feuilleton alert OBJET < TEXTE

Envoie les dernières lignes du texte à ALERT_EMAIL, ou à PUBLISHER_EMAIL, par MAIL_URL.

  --help                 cette aide`;

/** A journal may be long: its end says what failed. */
const linesMax = 60;
const charactersMax = 20_000;

const operatorSchema = z.object({
  SITE_URL: z.url({ protocol: /^https?$/ }).describe('une adresse http ou https'),
  PUBLISHER_EMAIL: z.email().optional().catch(undefined),
});

await runCommand(parse(process.argv.slice(2)), {
  usage,
  stopped: 'L’alerte n’est pas partie',
  run: async ({ subject }) => {
    const lines = (await readEnd()).split('\n').filter((line) => line.trim() !== '');
    const operator = readOperator();
    const site = new URL(operator.siteUrl).hostname;
    const letter = { subject: `${site} : ${subject}`, lines: lines.slice(-linesMax) };
    const sent = await writeToOperator(operator, letter);
    if (sent === null) throw new CommandRefused('Sans MAIL_URL, personne ne peut être prévenu.');
    if (sent.outcome.kind !== 'sent') {
      throw new CommandRefused(`L’alerte à ${sent.to} n’est pas partie : ${sent.outcome.answer}`);
    }
    tell(`Alerte envoyée à ${sent.to}.`);
    return 0;
  },
});

/** Only what an e-mail needs: a fault of another setting is no reason to be silent. */
function readOperator(): Operator {
  const settings = readSettings(process.env).values ?? process.env;
  const mail = parseMail(settings);
  const upkeep = parseUpkeep(settings);
  const rest = operatorSchema.safeParse(settings);
  const problems = [
    ...('problems' in mail ? mail.problems : []),
    ...('problems' in upkeep ? upkeep.problems : []),
    ...(rest.success ? [] : settingProblems(operatorSchema, rest.error, settings)),
  ];
  if ('problems' in mail || 'problems' in upkeep || !rest.success) {
    throw new CommandRefused(problems.join('\n'));
  }
  const { SITE_URL: siteUrl, PUBLISHER_EMAIL: publisherEmail } = rest.data;
  const to = upkeep.upkeep.alertEmail ?? publisherEmail;
  if (to === undefined) throw new CommandRefused('ALERT_EMAIL et PUBLISHER_EMAIL manquent.');
  return { ...mail, ...upkeep, siteUrl, publisherEmail: to };
}

function parse(argv: string[]): NoCommand | { kind: 'alert'; subject: string } {
  const given = readCommandLine(argv, { help: { type: 'boolean' } }, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  const [subject = '', ...more] = given.positionals;
  return subject.trim() === '' || more.length > 0
    ? wrongUsage('La commande attend un objet.', usage)
    : { kind: 'alert', subject: subject.replaceAll(/\s+/g, ' ').slice(0, 200) };
}

/** The end of standard input. */
async function readEnd(): Promise<string> {
  let end = '';
  for await (const part of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    end = (end + part).slice(-charactersMax);
  }
  return end;
}
