import { z } from 'zod';
import { importEditsSchema, type ImportEdit } from '#shared/contracts/import-edits.ts';
import { genreLabel, genres, type Genre } from '#shared/site/genres.ts';
import { readCommandLine, wrongUsage, wrongValues, type NoCommand } from '../command-line.ts';

/** The parsed command line. Undefined: as in the book, or as before. */
export type ImportOptions = {
  title?: string | undefined;
  author?: string | undefined;
  language?: string | undefined;
  description?: string | undefined;
  /** Address of the novel to update, whatever the book's title. */
  update?: string | undefined;
  genres?: Genre[] | undefined;
  tags?: string[] | undefined;
  status?: 'ongoing' | 'completed' | 'hiatus' | undefined;
  /** Number of the first premium chapter; `Infinity` for none. */
  premiumFrom?: number | undefined;
  /** When the first chapter is published. */
  publishFrom?: Date | undefined;
  /** Days between two chapters. */
  everyDays: number;
  isDryRun: boolean;
  /** Prefaces and the like become chapters too. */
  withApparatus: boolean;
  /** Edits of the chapters, by their numbers in a dry run. */
  edits: ImportEdit[];
};

export type ParsedArguments =
  NoCommand | { kind: 'import'; files: string[]; options: ImportOptions };

export const usage = `Importer des livres : feuilleton import [OPTIONS] FICHIER…

Formats : EPUB 2 et 3, Markdown (.md), texte (.txt).
Le même livre importé de nouveau met à jour le roman et garde ses identifiants : il est reconnu
à son identifiant (ISBN, UUID…), sinon à son titre et à son auteur.

Options
  --update ADRESSE       met à jour ce roman (la fin de /novel/…), un seul fichier
  --title TITRE          titre du livre, à la place de celui du fichier (un seul fichier)
  --author NOM           auteur, à la place de celui du fichier
  --language CODE        langue (fr, en…)
  --description TEXTE    présentation
  --genres LISTE         genres séparés par des virgules, en anglais ou en français
  --tags LISTE           mots-clés séparés par des virgules
  --status ÉTAT          ongoing, completed ou hiatus
  --premium-from N       premier chapitre premium ; « none » les rend tous libres
  --publish-from DATE    parution du premier chapitre : 2026-12-24 ou 2026-12-24T18:00:00+01:00
  --every-days N         jours entre deux chapitres (0 : tous ensemble)
  --with-apparatus       prend aussi préface, introduction, postface et annexes
  --keep N               prend ce que l’essai à blanc laisse de côté (un seul fichier, comme la suite)
  --skip N               ne prend pas ce chapitre
  --split N@K            coupe le chapitre N à son intertitre K
  --merge N              joint le chapitre N à celui d’avant
  --title N="TITRE"      donne ce titre au chapitre N (N@K : à ce que --split commence)
                         N compte les lignes de l’essai à blanc ; chaque option se répète
  --dry-run              montre ce qui serait fait, sans rien changer
  --help                 cette aide`;

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const byName = new Map<string, Genre>(
  genres.flatMap((genre) => [
    [genre.toLowerCase(), genre],
    [genreLabel(genre).toLowerCase(), genre],
  ]),
);

const text = z.string().trim().min(1).max(500);

const optionsSchema = z.object({
  title: text.optional(),
  author: text.optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/, '--language attend un code de langue, comme fr.')
    .optional(),
  description: z.string().trim().max(10_000).optional(),
  update: z
    .string()
    .transform((address) => address.replace(/^.*\/novel\//, ''))
    .pipe(z.string().regex(/^[a-z0-9-]+$/, '--update attend la fin de l’adresse /novel/….'))
    .optional(),
  genres: list
    .transform((names) => names.map((name) => byName.get(name.toLowerCase()) ?? name))
    .pipe(z.array(z.enum(genres, { error: ({ input }) => `Genre inconnu : ${String(input)}.` })))
    .optional(),
  tags: list.optional(),
  status: z
    .enum(['ongoing', 'completed', 'hiatus'], '--status vaut ongoing, completed ou hiatus.')
    .optional(),
  'premium-from': z
    .string()
    .regex(/^(none|[1-9]\d{0,5})$/, '--premium-from attend un numéro de chapitre, ou none.')
    .transform((text) => (text === 'none' ? Infinity : Number(text)))
    .optional(),
  'publish-from': z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: '--publish-from attend une date, comme 2026-12-24.',
    })
    .transform((date) => new Date(date))
    .optional(),
  'every-days': z.coerce
    .number('--every-days attend un nombre de jours.')
    .min(0, '--every-days attend un nombre positif.')
    .max(365, '--every-days vaut au plus 365.')
    .default(0),
});

const optionTypes = {
  title: { type: 'string', multiple: true },
  keep: { type: 'string', multiple: true, default: [] as string[] },
  skip: { type: 'string', multiple: true, default: [] as string[] },
  split: { type: 'string', multiple: true, default: [] as string[] },
  merge: { type: 'string', multiple: true, default: [] as string[] },
  'with-apparatus': { type: 'boolean', default: false },
  author: { type: 'string' },
  language: { type: 'string' },
  description: { type: 'string' },
  update: { type: 'string' },
  genres: { type: 'string' },
  tags: { type: 'string' },
  status: { type: 'string' },
  'premium-from': { type: 'string' },
  'publish-from': { type: 'string' },
  'every-days': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Parses the command line; an error is returned as one French sentence. */
export function parseImportArguments(argv: string[]): ParsedArguments {
  const given = readCommandLine(argv, optionTypes, usage);
  if (given.kind === 'wrong') return given;
  const { values, positionals: files } = given;
  if (values.help) return { kind: 'help' };
  if (files.length === 0) return wrongUsage('Aucun fichier donné.', usage);
  const { titles, renames } = readTitles(values.title ?? []);
  const edits = readEdits(values, renames);
  if (!edits.success) return wrongValues(edits.error.issues);
  const single =
    titles.length > 0
      ? '--title'
      : values.update !== undefined
        ? '--update'
        : edits.data.length > 0 && 'Choisir des chapitres';
  if (single && files.length > 1) {
    return { kind: 'wrong', message: `${single} ne va qu’avec un seul fichier.` };
  }
  const parsed = optionsSchema.safeParse({ ...values, title: titles.at(-1) });
  if (!parsed.success) return wrongValues(parsed.error.issues);
  const { 'premium-from': premiumFrom, 'publish-from': publishFrom, ...rest } = parsed.data;
  const { 'every-days': everyDays, ...told } = rest;
  const isDryRun = values['dry-run'];
  return {
    kind: 'import',
    files,
    options: {
      ...told,
      premiumFrom,
      publishFrom,
      everyDays,
      isDryRun,
      withApparatus: values['with-apparatus'],
      edits: edits.data,
    },
  };
}

/** `4="Le départ"` names the fourth chapter; any other title is the book's. */
function readTitles(given: readonly string[]): {
  titles: string[];
  renames: { piece: string; title: string }[];
} {
  const titles: string[] = [];
  const renames: { piece: string; title: string }[] = [];
  for (const text of given) {
    const [, piece, title] = /^(\d+(?:@\d+)?)=(.*)$/s.exec(text) ?? [];
    if (piece === undefined || title === undefined) titles.push(text);
    else renames.push({ piece, title });
  }
  return { titles, renames };
}

type EditValues = Record<'keep' | 'skip' | 'split' | 'merge', string[]>;

function readEdits(values: EditValues, renames: readonly { piece: string; title: string }[]) {
  const of = (kind: ImportEdit['kind'], pieces: readonly string[]) =>
    pieces.map((piece) => ({ kind, piece }));
  return importEditsSchema.safeParse([
    ...of('take', values.keep),
    ...of('skip', values.skip),
    ...of('split', values.split),
    ...of('merge', values.merge),
    ...renames.map((rename) => ({ kind: 'rename', ...rename })),
  ]);
}
