/** `feuilleton pictures COMMAND`: where the bytes of pictures are, and moves them (decision 145). */
import { readCommandLine, runCommand, wrongUsage, type NoCommand } from './command-line.ts';
import { countPictures, movePictures } from './pictures/move-pictures.ts';

const usage = `Où sont les octets des images : feuilleton pictures COMMANDE

  count           dit combien de fichiers d’images sont dans la base, et combien dans S3
  move            met ceux de la base dans le compartiment des réglages S3_…
  move --back     remet ceux du compartiment dans la base

Le site peut tourner, s’il a déjà ces réglages : il lit chaque image où elle est. move s’arrête et se
relance comme on veut : il continue où il en était. --back se fait avant d’enlever les réglages.

  --help          cette aide`;

type Command = { kind: 'count' } | { kind: 'move'; isBack: boolean };

function parse(argv: string[]): NoCommand | Command {
  const options = { back: { type: 'boolean', default: false }, help: { type: 'boolean' } } as const;
  const given = readCommandLine(argv, options, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  const isBack = given.values.back;
  const name = given.positionals.join(' ');
  if (name === 'move') return { kind: 'move', isBack };
  if (name === 'count' && !isBack) return { kind: 'count' };
  return wrongUsage('La commande est count, move ou move --back.', usage);
}

await runCommand(parse(process.argv.slice(2)), {
  usage,
  stopped: 'La commande s’est arrêtée sur une erreur',
  run: (command) => (command.kind === 'count' ? countPictures() : movePictures(command)),
});
