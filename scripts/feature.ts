/** `npm run feature -- COMMAND`: the novel across the front page. `--help` lists the commands. */
import {
  featureNovel,
  listFeatured,
  unfeatureNovel,
} from '#server/catalogue/featured.ts';
import { formatDay } from '#shared/formats.ts';
import { CommandRefused, openCommandApp } from './command-app.ts';
import { readCommandLine, runCommand, tell, wrongUsage, type NoCommand } from './command-line.ts';

const usage = `Le roman à la une : npm run feature -- COMMANDE

Commandes
  list            les romans choisis ; le premier est à la une
  add ADRESSE     met un roman à la une
  remove ADRESSE  ne l’y met plus

ADRESSE est la fin de l’adresse du roman : « la-forgeronne-de-brume » pour
/novel/la-forgeronne-de-brume. Sans choix, c’est le roman le plus lu de la semaine.

  --help          cette aide`;

type FeatureCommand = { kind: 'list' } | { kind: 'add' | 'remove'; slug: string };

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
  if (command === 'list') {
    return slug === undefined ? { kind: 'list' } : wrongUsage('list n’attend rien.', usage);
  }
  if (command !== 'add' && command !== 'remove') {
    const sentence = command ? `Commande inconnue : ${command}.` : 'Aucune commande donnée.';
    return wrongUsage(sentence, usage);
  }
  if (slug === undefined || more.length > 0 || !/^[a-z0-9-]{1,120}$/.test(slug)) {
    return wrongUsage(`${command} attend l’adresse d’un roman.`, usage);
  }
  return { kind: command, slug };
}

async function feature(command: FeatureCommand): Promise<number> {
  const app = await openCommandApp();
  try {
    if (command.kind === 'list') {
      const chosen = await listFeatured(app.db);
      for (const { slug, title, chosenAt } of chosen) {
        tell(`${slug}  ${title}, depuis le ${formatDay(chosenAt)}`);
      }
      if (chosen.length === 0) tell('Aucun roman n’est choisi.');
    } else if (command.kind === 'add') {
      if (!(await featureNovel(app, command.slug))) {
        throw new CommandRefused(`Aucun roman publié à cette adresse : ${command.slug}.`);
      }
      tell(`À la une : ${command.slug}.`);
    } else {
      if (!(await unfeatureNovel(app, command.slug))) {
        throw new CommandRefused(`Ce roman n’est pas choisi : ${command.slug}.`);
      }
      tell(`N’est plus choisi : ${command.slug}.`);
    }
    return 0;
  } finally {
    await app.close();
  }
}
