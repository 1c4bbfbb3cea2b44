/** `feuilleton setup`: asks what a site needs and writes its settings file. */
import { readCommandLine, runCommand, wrongUsage, type NoCommand } from './command-line.ts';
import { fileSetting } from '#server/core/config/known-settings.ts';
import { usualFile } from '#server/core/config/read-settings.ts';
import { setUp } from './setup/set-up.ts';

const usage = `Configurer un site : feuilleton setup [OPTIONS]

Demande l’adresse, l’éditeur, l’hébergeur et les clés, écrit le fichier de réglages avec des secrets
neufs, puis fait le premier compte admin et importe un premier roman. Une réponse vide prend ce qui
est entre crochets.

  --file FICHIER         où écrire (/etc/feuilleton/settings) ; un fichier qui existe n’est pas touché
  --help                 cette aide`;

function parse(argv: string[]): NoCommand | { kind: 'setup'; file: string } {
  const types = { file: { type: 'string' }, help: { type: 'boolean' } } as const;
  const given = readCommandLine(argv, types, usage);
  if (given.kind === 'wrong') return given;
  const { help, file = process.env[fileSetting] || usualFile } = given.values;
  if (help) return { kind: 'help' };
  if (given.positionals.length > 0) return wrongUsage('setup n’attend que ses options.', usage);
  return { kind: 'setup', file };
}

await runCommand(parse(process.argv.slice(2)), {
  usage,
  stopped: 'Les réglages n’ont pas été écrits',
  run: async ({ file }) => {
    await setUp(file);
    return 0;
  },
});
