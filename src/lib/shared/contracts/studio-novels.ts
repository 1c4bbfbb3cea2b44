/**
 * The author's area: novels. All calls of the studio need the role `author` or `admin`. An author
 * works on their own novels, an admin on all. Another's draft does not exist for an author (404
 * `NOT_FOUND`), another's public novel is refused (403 `FORBIDDEN`).
 */
import { z } from 'zod';
import { studioLimits } from '../constants.ts';
import { genres } from '../genres.ts';
import { defineCall } from './call.ts';
import { bytesBody, idParams, idSchema, instantSchema, noBody, nothing } from './fields.ts';
import { novelSchema } from './novels.ts';

/** What a premium chapter costs, in credits. */
export const creditCostSchema = z
  .int('Le coût est un nombre entier.')
  .min(1, 'Le coût est d’au moins un crédit.')
  .max(studioLimits.creditCostMax, `Le coût est d’au plus ${studioLimits.creditCostMax} crédits.`);

/** What every call about one novel or chapter of the studio may refuse with. */
export const studioRefusals = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'] as const;

/** One line of text, trimmed and never empty. */
export const lineOf = (what: string, maxCharacters: number) =>
  z
    .string(`${what} est un texte.`)
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, `${what} est à remplir.`)
        .max(maxCharacters, `${what} a au plus ${maxCharacters} caractères.`),
    );

/** Each once, as it was written first; those with the same key are the same. */
function unique<T>(values: readonly T[], keyOf: (value: T) => unknown): T[] {
  const firsts = new Map<unknown, T>();
  for (const value of values) {
    const key = keyOf(value);
    if (!firsts.has(key)) firsts.set(key, value);
  }
  return [...firsts.values()];
}

/** “Phare”, “PHARE” and “pharé” are one tag to who looks for it. */
const withoutCaseAndAccents = (tag: string): string =>
  tag.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** What an author says about a novel. */
export const novelFields = z.object({
  title: lineOf('Le titre', studioLimits.titleCharacters),
  authorName: lineOf('Le nom de l’auteur', studioLimits.authorNameCharacters),
  /** May have several lines. */
  description: z
    .string()
    .trim()
    .max(
      studioLimits.descriptionCharacters,
      `Le résumé a au plus ${studioLimits.descriptionCharacters} caractères.`,
    ),
  /** Of the 28 of `genres.ts`. */
  genres: z
    .array(z.enum(genres, 'Choisissez des genres de la liste.'))
    .transform((chosen) => unique(chosen, (genre) => genre)),
  tags: z
    .array(lineOf('Une étiquette', studioLimits.tagCharacters))
    .transform((tags) => unique(tags, withoutCaseAndAccents))
    .pipe(z.array(z.string()).max(studioLimits.tags, `Au plus ${studioLimits.tags} étiquettes.`)),
  status: z.enum(['ongoing', 'completed', 'hiatus'], 'Choisissez un état de la liste.'),
  /** Primary subtag of the language: `fr`, `en`, `ja`… */
  language: z.string().regex(/^[a-z]{2,3}$/, 'Choisissez une langue.'),
});
export type NovelFields = z.output<typeof novelFields>;

/** Sums over a novel's chapters, since the beginning. */
export const studioSumsSchema = z.object({
  views: z.int(),
  likes: z.int(),
  comments: z.int(),
  unlocks: z.int(),
  creditsEarned: z.int(),
});

/** A novel as its author sees it. `views` of the novel counts its page, `sums` its chapters. */
export const studioNovelSchema = novelSchema.extend({
  /** Seen by nobody else until its first chapter is out. */
  isDraft: z.boolean(),
  /** Who owns it; null for nobody. Tells novels apart where an admin sees all. */
  owner: z.object({ _id: idSchema, name: z.string() }).nullable(),
  chapters: z.object({ published: z.int(), scheduled: z.int(), draft: z.int() }),
  sums: studioSumsSchema,
});
export type StudioNovelBody = z.infer<typeof studioNovelSchema>;

/**
 * The caller's novels, or everybody's for an admin who asks with `owner=all` (an author gets their
 * own all the same). Last changed first; `search` looks into title and author's name, without
 * accents and capitals. `nextCursor` asks for what comes after.
 */
export const listStudioNovels = defineCall({
  method: 'GET',
  path: '/api/studio/novels',
  limit: 'read',
  params: nothing,
  query: z.object({
    owner: z.enum(['me', 'all'], 'owner vaut me ou all.').default('me'),
    search: z.string().trim().max(studioLimits.searchCharacters).default(''),
    cursor: z.string().max(200).optional(),
  }),
  body: noBody,
  response: z.object({
    novels: z.array(studioNovelSchema).max(studioLimits.novelsPageSize),
    nextCursor: z.string().nullable(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/**
 * Makes a draft of a novel, owned by the caller. `key` is a UUID that the form makes once: asked
 * again with it, the call answers the novel that it made the first time, and changes nothing.
 */
export const createNovel = defineCall({
  method: 'POST',
  path: '/api/studio/novels',
  limit: 'write',
  params: nothing,
  query: nothing,
  body: novelFields.extend({ key: idSchema }),
  response: studioNovelSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'LIMIT_REACHED'],
});

export const getStudioNovel = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}',
  limit: 'read',
  params: idParams,
  query: nothing,
  body: noBody,
  response: studioNovelSchema,
  refusals: studioRefusals,
});

/** Says everything about a novel anew. Its address (`slug`) stays. */
export const editNovel = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: novelFields,
  response: studioNovelSchema,
  refusals: studioRefusals,
});

/** Deletes a novel that is still a draft, with its chapters. 409 `NOVEL_PUBLISHED` for any other. */
export const deleteNovel = defineCall({
  method: 'DELETE',
  path: '/api/studio/novels/{id}',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: noBody,
  response: z.object({ success: z.literal(true) }),
  refusals: [...studioRefusals, 'NOVEL_PUBLISHED'],
});

const fraction = z.coerce.number('Le cadrage est fait de nombres.').min(0).max(1);

/**
 * Gives a novel its cover: the request's body is the picture (JPEG, PNG, WebP or AVIF, at most
 * 10 MiB and 50 million pixels), the query the part of it to keep, in fractions of the upright
 * picture. The part has the proportions 2:3, to within two hundredths. Without the four values the largest
 * such part of the middle is kept. Refused with 422 `PICTURE_REFUSED`; `errors` names `crop` where
 * it is the rectangle's fault.
 */
export const setCover = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}/cover',
  limit: 'upload',
  params: idParams,
  query: z
    .object({
      x: fraction.optional(),
      y: fraction.optional(),
      width: fraction.optional(),
      height: fraction.optional(),
    })
    .transform(({ x, y, width, height }) =>
      x === undefined || y === undefined || width === undefined || height === undefined
        ? null
        : { x, y, width, height },
    ),
  body: bytesBody,
  isFileBody: true,
  bodyMaxBytes: studioLimits.coverBytes,
  response: studioNovelSchema,
  refusals: [...studioRefusals, 'PICTURE_REFUSED'],
});

export const removeCover = defineCall({
  method: 'DELETE',
  path: '/api/studio/novels/{id}/cover',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: noBody,
  response: studioNovelSchema,
  refusals: studioRefusals,
});

/** A day in Paris, `2026-11-21`. */
const daySchema = z.iso.date();

/**
 * What a novel and its chapters have been given. People are counted once; a view is a browser, once
 * a day at most; `readers` are people with an account who left a trace (place, like, bookmark,
 * comment, unlock), so strangers are in the views only.
 */
export const getNovelFigures = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/figures',
  limit: 'read',
  params: idParams,
  query: nothing,
  body: noBody,
  response: z.object({
    totals: studioSumsSchema.extend({
      /** Views of the novel's own page. */
      novelViews: z.int(),
      favorites: z.int(),
      ratingAvg: z.number().nullable(),
      ratingCount: z.int(),
      readers: z.int(),
    }),
    /** The last 90 days in Paris, oldest first, days without anything too. */
    days: z
      .array(
        z.object({
          day: daySchema,
          novelViews: z.int(),
          views: z.int(),
          likes: z.int(),
          comments: z.int(),
          unlocks: z.int(),
          creditsEarned: z.int(),
        }),
      )
      .length(studioLimits.figuresDays),
    /** Published chapters and those that were, by number. */
    chapters: z.array(
      studioSumsSchema.extend({
        _id: idSchema,
        chapterNumber: z.int(),
        title: z.string(),
        isPublished: z.boolean(),
        publishedAt: instantSchema.nullable(),
        readers: z.int(),
        /**
         * Of the readers of this chapter, how many also left a trace in the next published one;
         * null for the last, and for a chapter that is not out.
         */
        readersWhoWentOn: z.int().nullable(),
      }),
    ),
  }),
  refusals: studioRefusals,
});
