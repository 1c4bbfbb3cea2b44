/** `feuilleton alert OBJET`: tells whoever runs the site what it reads on standard input, by e-mail. */
import { parseConfig } from '#server/core/config/config.ts';
import { CommandRefused, commandSettings } from './command-app.ts';
import { readCommandLine, runCommand, tell, wrongUsage, type NoCommand } from './command-line.ts';
import { writeToOperator } from './operator-letter.ts';

const usage = `Prévenir qui exploite le site : feuilleton alert OBJET < TEXTE

Envoie les dernières lignes du texte à ALERT_EMAIL, ou à PUBLISHER_EMAIL, par MAIL_URL.

  --help                 cette aide`;

/** A journal may be long: its end says what failed. */
const linesMax = 60;
const charactersMax = 20_000;

await runCommand(parse(process.argv.slice(2)), {
  usage,
  stopped: 'L’alerte n’est pas partie',
  run: async ({ subject }) => {
    const lines = (await readEnd()).split('\n').filter((line) => line.trim() !== '');
    const parsed = parseConfig(commandSettings());
    if (!parsed.ok) throw new CommandRefused(parsed.problems.join('\n'));
    const sent = await writeToOperator(parsed.config, { subject, lines: lines.slice(-linesMax) });
    if (sent === null) throw new CommandRefused('Sans MAIL_URL, personne ne peut être prévenu.');
    if (sent.outcome.kind !== 'sent') {
      throw new CommandRefused(`L’alerte à ${sent.to} n’est pas partie : ${sent.outcome.answer}`);
    }
    tell(`Alerte envoyée à ${sent.to}.`);
    return 0;
  },
});

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
