/**
 * `feuilleton bounces`: takes one e-mail on standard input, as a mail server hands it over, and ends the
 * e-mails to an address that it says is no good.
 */
import { takeReport } from '#server/notices/bounces.ts';
import { openCommandApp } from './command-app.ts';
import { readCommandLine, runCommand, tell, wrongUsage, type NoCommand } from './command-line.ts';

const usage = `Les e-mails qui reviennent : feuilleton bounces < E-MAIL

Lit sur l’entrée standard un e-mail reçu à l’adresse de MAIL_FROM. S’il dit qu’un e-mail du site
n’a pu être remis parce que l’adresse n’est pas bonne (RFC 3464), ce lecteur n’en reçoit plus quand
un chapitre paraît, jusqu’à ce qu’il le redemande. Tout autre e-mail est ignoré.

  --help                 cette aide

Code de retour : 0 ; 75 si la base de données ne répond pas, pour que le serveur d’e-mail
recommence.`;

/** Of an e-mail that comes back, this much is read. */
const bytesMax = 2_000_000;
/** EX_TEMPFAIL of sysexits.h: mail servers keep the e-mail and try again. */
const tryAgainCode = 75;

await runCommand(parseArguments(process.argv.slice(2)), {
  usage,
  stopped: 'L’e-mail n’a pas pu être pris en compte',
  run: async () => {
    const raw = await readInput();
    const app = await openCommandApp();
    try {
      const address = await takeReport(app, raw);
      tell(address === null ? 'Rien à faire.' : `Plus d’e-mails de parution à ${address}.`);
    } finally {
      await app.close();
    }
    return 0;
  },
  failedCode: tryAgainCode,
});

function parseArguments(argv: string[]): NoCommand | { kind: 'take' } {
  const given = readCommandLine(argv, { help: { type: 'boolean' } }, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  return given.positionals.length > 0
    ? wrongUsage('L’e-mail est lu sur l’entrée standard.', usage)
    : { kind: 'take' };
}

/** The first `bytesMax` bytes of the e-mail. The rest is read and dropped: the writer of a closed pipe fails. */
async function readInput(): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    if (bytes < bytesMax) parts.push(part);
    bytes += part.length;
  }
  return Buffer.concat(parts).subarray(0, bytesMax);
}
