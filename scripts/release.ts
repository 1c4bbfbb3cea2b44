/** `npm run release`: a tagged version as archive, Debian package and container image, with what they are made of. */
import { z } from 'zod';
import { readCommandLine, runCommand, wrongUsage, type NoCommand } from './command-line.ts';
import { makeRelease, products, type ReleaseOptions } from './release/make-release.ts';

const usage = `Une version à installer : npm run release -- [OPTIONS]

Prend la version étiquetée (v1.2.3) du commit présent, l’installe et la construit dans un dossier à part,
et écrit l’archive, le paquet Debian et l’image, leurs sommes SHA-256, la liste des composants
(CycloneDX) et leurs licences.

  --to DOSSIER           où écrire (releases)
  --previous ARCHIVE     l’archive de la version d’avant : ses scripts restent servis, pour les pages
                         ouvertes pendant la mise à jour
  --only QUOI            seulement archive, package ou image ; se répète
  --base TAR             les fichiers de Debian sous l’image, au lieu de debian:12-slim de Docker
  --untagged             sans étiquette, pour un essai
  --help                 cette aide`;

const optionTypes = {
  to: { type: 'string' },
  previous: { type: 'string' },
  only: { type: 'string', multiple: true },
  base: { type: 'string' },
  untagged: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const schema = z.object({
  to: z.string().min(1).default('releases'),
  previous: z.string().min(1).optional(),
  only: z.array(z.enum(products)).default([...products]),
  base: z.string().min(1).optional(),
  untagged: z.boolean().default(false),
});

function parse(argv: string[]): NoCommand | ({ kind: 'release' } & ReleaseOptions) {
  const given = readCommandLine(argv, optionTypes, usage);
  if (given.kind === 'wrong') return given;
  const { help, ...options } = given.values;
  if (help) return { kind: 'help' };
  const parsed = schema.safeParse(options);
  if (!parsed.success || given.positionals.length > 0) {
    return wrongUsage('Une option n’a pas la forme attendue.', usage);
  }
  return { kind: 'release', ...parsed.data };
}

await runCommand(parse(process.argv.slice(2)), {
  usage,
  stopped: 'La version n’a pas été faite',
  run: async (options) => {
    await makeRelease(options);
    return 0;
  },
});
