import { readFile, readdir } from 'node:fs/promises';
import { z } from 'zod';
import { recapFields } from '#shared/contracts/announcements.ts';
import { studioLimits } from '#shared/constants.ts';
import { sampleFile } from '#server/setup/first-steps.ts';

const folder = new URL('../../demo/', import.meta.url);

const remark = z.object({ name: z.string(), daysAgo: z.number(), text: z.string() });

const reply = remark.extend({ replies: z.array(remark).default([]) });

const novelFile = sampleFile.extend({
  /** Parts in order, each with the number of its first chapter; none where all is one. */
  parts: z
    .array(
      z.object({
        title: z.string().max(studioLimits.partCharacters),
        from: z.number().int().positive(),
      }),
    )
    .default([]),
  /** What everybody may read of a premium chapter, by its number. */
  teasers: z.record(z.string(), z.string().max(studioLimits.teaserCharacters)).default({}),
  /** What readers of later chapters are reminded of, by the number of the chapter. */
  beside: z.record(z.string(), z.object(recapFields)).default({}),
  comments: z.array(
    remark.extend({ chapter: z.number().int(), replies: z.array(reply).default([]) }),
  ),
});

const catalogueFile = z.object({
  novels: z.array(
    z.object({
      slug: z.string(),
      /** First premium chapter, or null if all are free. */
      premiumFrom: z.number().int().nullable(),
      firstDaysAgo: z.number(),
      everyDays: z.number(),
      /** How many of the demonstration's readers have opened the novel. */
      readers: z.number().int(),
      /** Mean rating to aim at, or null for no ratings. */
      appeal: z.number().nullable(),
    }),
  ),
});

export type DemoRemark = z.infer<typeof remark>;
export type DemoNovel = z.infer<typeof novelFile> &
  z.infer<typeof catalogueFile>['novels'][number] & {
    /** Markdown, a chapter each, in order. */
    chapters: string[];
    cover: Uint8Array | null;
  };

/** Reads the demonstration's novels, in the order of the catalogue. */
export async function readDemoNovels(): Promise<DemoNovel[]> {
  const catalogue = catalogueFile.parse(await readJson('catalogue.json'));
  return Promise.all(
    catalogue.novels.map(async (entry) => {
      const novel = novelFile.parse(await readJson(`${entry.slug}/novel.json`));
      const files = (await readdir(new URL(`${entry.slug}/`, folder))).toSorted();
      const chapters = await Promise.all(
        files
          .filter((file) => file.endsWith('.md'))
          .map((file) => readFile(new URL(`${entry.slug}/${file}`, folder), 'utf8')),
      );
      const cover = files.includes('cover.webp')
        ? await readFile(new URL(`${entry.slug}/cover.webp`, folder))
        : null;
      return { ...novel, ...entry, chapters, cover };
    }),
  );
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(path, folder), 'utf8'));
}
