/** `feuilleton feature COMMAND`: the novel across the front page. `--help` lists the commands. */
import { featureNovel, readFeatured, unfeatureNovel } from '#server/catalogue/featured.ts';
import { formatDay } from '#shared/site/formats.ts';
import { CommandRefused, openCommandApp } from './command-app.ts';
import { readCommandLine, runCommand, tell, wrongUsage, type NoCommand } from './command-line.ts';

const usage = `Le roman à la une : feuilleton feature COMMANDE

Commandes
  show         le roman choisi
  set ADRESSE  met un roman à la une, à la place d’un autre
  clear        rend la une au roman le plus lu de la semaine

ADRESSE est la fin de l’adresse du roman : « la-forgeronne-de-brume » pour
/novel/la-forgeronne-de-brume.

  --help       cette aide`;

type FeatureCommand = { kind: 'show' } | { kind: 'clear' } | { kind: 'set'; slug: string };

await runCommand(parse(process.argv.slice(2)), {
  usage,
  stopped: 'La commande s’est arrêtée sur une erreur',
  run: feature,
});

function parse(argv: string[]): NoCommand | FeatureCommand {
  const given = readCommandLine(argv, { help: { type: 'boolean' } }, usage);
  if (given.kind === 'wrong') return given;
  if (given.values.help) return { kind: 'help' };
  const [command, slug, ...more] = given.positionals;
  if (command === 'show' || command === 'clear') {
    const isAlone = slug === undefined;
    return isAlone ? { kind: command } : wrongUsage(`${command} n’attend rien.`, usage);
  }
  if (command !== 'set') {
    const sentence = command ? `Commande inconnue : ${command}.` : 'Aucune commande donnée.';
    return wrongUsage(sentence, usage);
  }
  return slug !== undefined && more.length === 0 && /^[a-z0-9-]{1,120}$/.test(slug)
    ? { kind: 'set', slug }
    : wrongUsage('set attend l’adresse d’un roman.', usage);
}

async function feature(command: FeatureCommand): Promise<number> {
  const app = await openCommandApp();
  try {
    switch (command.kind) {
      case 'show': {
        const chosen = await readFeatured(app.db);
        tell(
          chosen
            ? `${chosen.slug}  ${chosen.title}, depuis le ${formatDay(chosen.chosenAt)}`
            : 'Aucun roman n’est choisi.',
        );
        break;
      }
      case 'set':
        if (!(await featureNovel(app, { slug: command.slug }))) {
          throw new CommandRefused(
            `Aucun roman avec un chapitre publié à cette adresse : ${command.slug}.`,
          );
        }
        tell(`À la une : ${command.slug}.`);
        break;
      case 'clear':
        await unfeatureNovel(app, 'any');
        tell('La une est au roman le plus lu de la semaine.');
    }
    return 0;
  } finally {
    await app.close();
  }
}
