/**
 * The author's area: novels. All calls of the studio need the role `author` or `admin`. An author
 * edits their own novels, an admin all. For an author, another's draft is 404 `NOT_FOUND`,
 * another's public novel 403 `FORBIDDEN`.
 */
import { z } from 'zod';
import { studioLimits } from '../constants.ts';
import { memberRoles } from '../site/novel-powers.ts';
import { contentWarnings, readerAges } from '../site/content-warnings.ts';
import { genres } from '../site/genres.ts';
import { tidyLine, tidyText } from '../text/written-text.ts';
import { unannouncedSchema } from './author-names.ts';
import { defineCall } from './call.ts';
import { bytesBody, idParams, idSchema, instantSchema } from './fields.ts';
import { monthSchema } from './pay.ts';
import { novelSchema } from './novels.ts';

/** What a premium chapter costs, in credits. */
export const creditCostSchema = z
  .int('Le coût est un nombre entier.')
  .min(1, 'Le coût est d’au moins un crédit.')
  .max(studioLimits.creditCostMax, `Le coût est d’au plus ${studioLimits.creditCostMax} crédits.`);

/** The refusals of every call about one novel or chapter of the studio. */
export const studioRefusals = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'] as const;

/** One line of text, trimmed and never empty. */
export const lineOf = (what: string, maxCharacters: number) =>
  z
    .string(`${what} est un texte.`)
    .transform(tidyLine)
    .pipe(
      z
        .string()
        .min(1, `${what} est à remplir.`)
        .max(maxCharacters, `${what} a au plus ${maxCharacters} caractères.`),
    );

/** One line of text, trimmed, or ''. Absent: stays as it is, and is '' for a new novel. */
const optionalLine = (what: string, maxCharacters: number) =>
  z
    .string(`${what} est un texte.`)
    .transform(tidyLine)
    .pipe(z.string().max(maxCharacters, `${what} a au plus ${maxCharacters} caractères.`))
    .optional();

/** Without duplicates, first spelling kept; values with the same key are duplicates. */
function unique<T>(values: readonly T[], keyOf: (value: T) => unknown): T[] {
  const firsts = new Map<unknown, T>();
  for (const value of values) {
    const key = keyOf(value);
    if (!firsts.has(key)) firsts.set(key, value);
  }
  return [...firsts.values()];
}

/** “Phare”, “PHARE” and “pharé” are the same tag in a search. */
const withoutCaseAndAccents = (tag: string): string =>
  tag.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The fields of a novel that its author edits. */
export const novelFields = z.object({
  title: lineOf('Le titre', studioLimits.titleCharacters),
  authorName: lineOf('Le nom de l’auteur', studioLimits.authorNameCharacters),
  /** May have several lines. */
  description: z
    .string()
    .overwrite(tidyText)
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
  /** Of a translation. */
  translatorName: optionalLine('Le nom du traducteur', studioLimits.authorNameCharacters),
  originalTitle: optionalLine('Le titre original', studioLimits.titleCharacters),
  originalLanguage: z
    .string()
    .regex(/^(?:[a-z]{2,3})?$/, 'Choisissez une langue d’origine.')
    .optional(),
  /** When chapters come out, as it is said after “Nouveau chapitre”. */
  rhythm: optionalLine('Le rythme', studioLimits.rhythmCharacters),
  /** Of `content-warnings.ts`, shown before the first chapter. */
  contentWarnings: z
    .array(z.enum(contentWarnings, 'Choisissez des avertissements de la liste.'))
    .transform((chosen) => contentWarnings.filter((each) => chosen.includes(each)))
    .optional(),
  /** From which age on, in years; 0 is everybody, null says nothing. */
  ageMin: z.literal(readerAges, 'Choisissez un âge de la liste.').nullable().optional(),
  /** Readers may take a book of it, once they own all of it (`takeCopy`); its owner decides. */
  allowsCopy: z.boolean('allowsCopy vaut true ou false.').optional(),
});
export type NovelFields = z.output<typeof novelFields>;

/** Sums over a novel's chapters, of all time. */
export const studioSumsSchema = z.object({
  views: z.int(),
  likes: z.int(),
  comments: z.int(),
  unlocks: z.int(),
  creditsEarned: z.int(),
});

/** Comments to answer and to approve, reports of typos; each counted up to `inboxCountMax`. */
export const waitingSchema = z.object({ answer: z.int(), approval: z.int(), typos: z.int() });

/** A novel as its author sees it. `views` of the novel counts its page, `sums` its chapters. */
export const studioNovelSchema = novelSchema.extend({
  /** Visible to nobody else until its first chapter is published. */
  isDraft: z.boolean(),
  translatorName: z.string(),
  originalTitle: z.string(),
  originalLanguage: z.string(),
  rhythm: z.string(),
  allowsCopy: z.boolean(),
  /** Chosen by an admin for the front page. */
  isFeatured: z.boolean(),
  /** The caller's role on it; an admin has the owner's. Without the power `figures`, `sums` is 0. */
  role: z.enum(['owner', ...memberRoles]),
  /** Its owner offers it to the caller. */
  isOffered: z.boolean(),
  /** The owner; null for none. Distinguishes novels in an admin's list of all. */
  owner: z.object({ _id: idSchema, name: z.string() }).nullable(),
  chapters: z.object({ published: z.int(), scheduled: z.int(), draft: z.int() }),
  sums: studioSumsSchema,
  /** Without the power `comments`, only reports of typos. */
  waiting: waitingSchema,
}) satisfies z.ZodType<Record<keyof NovelFields, unknown>>;
export type StudioNovelBody = z.infer<typeof studioNovelSchema>;

/**
 * The caller's novels, or everyone's for an admin who asks with `owner=all` (ignored for an
 * author). Last changed first; `search` looks into title and author's name, ignoring accents and
 * case. `nextCursor` requests the next page.
 */
export const listStudioNovels = defineCall({
  method: 'GET',
  path: '/api/studio/novels',
  limit: 'read',
  query: z.object({
    owner: z.enum(['me', 'all'], 'owner vaut me ou all.').default('me'),
    search: z.string().trim().max(studioLimits.searchCharacters).default(''),
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({
    novels: z.array(studioNovelSchema).max(studioLimits.novelsPageSize),
    nextCursor: z.string().nullable(),
    /** With the first page: the month of a statement of earnings that the caller has not seen. */
    newStatement: monthSchema.nullable(),
    /** With the first page of the caller's own: of the last month, newest first. */
    unannounced: z.array(unannouncedSchema).optional(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/**
 * Creates a draft novel, owned by the caller. `key` is a UUID that the form makes once: a retry
 * with it returns the first novel, and changes nothing.
 */
export const createNovel = defineCall({
  method: 'POST',
  path: '/api/studio/novels',
  limit: 'write',
  body: novelFields.extend({ key: idSchema }),
  response: studioNovelSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'LIMIT_REACHED'],
});

export const getStudioNovel = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}',
  limit: 'read',
  params: idParams,
  response: studioNovelSchema,
  refusals: studioRefusals,
});

/** Replaces all fields of a novel. Its address (`slug`) stays. */
export const editNovel = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}',
  limit: 'write',
  params: idParams,
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
  response: z.object({ success: z.literal(true) }),
  refusals: [...studioRefusals, 'NOVEL_PUBLISHED'],
});

/**
 * Puts a novel with a published chapter on the front page, in place of the one before, or takes it off.
 * For admins. Idempotent.
 */
export const setFeatured = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}/featured',
  limit: 'write',
  params: idParams,
  body: z.object({ isFeatured: z.boolean('isFeatured vaut true ou false.') }),
  response: studioNovelSchema,
  refusals: studioRefusals,
});

const fraction = z.coerce.number('Le cadrage est fait de nombres.').min(0).max(1);

/**
 * Sets a novel's cover: the request's body is the picture (JPEG, PNG, WebP or AVIF, at most 10 MiB
 * and 25 million pixels), the query the crop, in fractions of the upright picture. The crop has the
 * proportions 2:3, to within two hundredths. By default it is the largest one in the middle.
 * Refused with 422 `PICTURE_REFUSED`; `errors` names `crop` if the rectangle is wrong.
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
  response: studioNovelSchema,
  refusals: studioRefusals,
});

/** A day in Paris, `2026-11-21`. */
const daySchema = z.iso.date();

/**
 * The statistics of a novel and its chapters. Users are counted once; a view is a browser, once a
 * day at most; `readers` are signed-in users who left a trace (place, like, bookmark, comment,
 * unlock), so anonymous visitors are in the views only.
 */
export const getNovelFigures = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/figures',
  limit: 'read',
  params: idParams,
  response: z.object({
    totals: studioSumsSchema.extend({
      /** Views of the novel's own page. */
      novelViews: z.int(),
      favorites: z.int(),
      ratingAvg: z.number().nullable(),
      ratingCount: z.int(),
      readers: z.int(),
    }),
    /** In Paris: the last day of a period. */
    today: daySchema,
    /** Published chapters and formerly published ones, by number. */
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
         * null for the last, and for an unpublished chapter.
         */
        readersWhoWentOn: z.int().nullable(),
      }),
    ),
  }),
  refusals: studioRefusals,
});

/** The statistics of a novel. */
export type NovelFiguresBody = z.output<(typeof getNovelFigures)['response']>;

/** The views of a novel's chapters on its last days in Paris, oldest first, today among them. */
export const getRecentViews = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/recent-views',
  limit: 'read',
  params: idParams,
  response: z.object({
    days: z.array(z.object({ day: daySchema, views: z.int() })).length(studioLimits.plotDays),
  }),
  refusals: studioRefusals,
});
export type RecentViewsBody = z.output<(typeof getRecentViews)['response']>;
