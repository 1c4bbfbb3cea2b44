import { and, asc, eq, exists, sql, type SQL } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { readPicture } from '#server/catalogue/text-pictures.ts';
import { anyText } from '#server/catalogue/chapter-texts.ts';
import type { Database } from '#server/core/db/database.ts';
import type { PictureWorld } from '#server/core/picture-bytes.ts';
import { chapterDrafts, chapters } from '#server/core/db/schema/catalogue.ts';
import { textPictures } from '#server/core/db/schema/text-pictures.ts';
import sharp from '#server/core/picture-library.ts';
import { pictureLimits, unnamedPicture } from '#shared/text/text-pictures.ts';
import type { NovelRow } from '#server/people/novel-powers/own-work.ts';
import type { Scope } from './contents.ts';
import { runPatiently } from './run-patiently.ts';

const quality = 88;

/** The names of the pictures that the texts taken along show. */
export async function listLeavingPictures(
  db: Database,
  novelId: string,
  scope: Scope,
): Promise<string[]> {
  const mark = sql`'<img data-picture="' || ${textPictures.hash} || '"'`;
  const shown = chaptersTaken(db, novelId, scope, (text) => sql`position(${mark} in ${text}) > 0`);
  const rows = await db
    .select({ hash: textPictures.hash })
    .from(textPictures)
    .where(and(eq(textPictures.novelId, novelId), exists(shown)))
    .orderBy(asc(textPictures.hash))
    .limit(pictureLimits.perNovel);
  return rows.map(({ hash }) => hash);
}

/** Whether no picture of these texts has the words of one that nobody has described. */
export async function areLeavingPicturesDescribed(
  db: Database,
  novelId: string,
  scope: Scope,
): Promise<boolean> {
  const unnamed = `<img data-picture="[0-9a-f]{32}" alt="${unnamedPicture}" `;
  const found = await chaptersTaken(db, novelId, scope, (text) => sql`${text} ~ ${unnamed}`).limit(
    1,
  );
  return found.length === 0;
}

/** The chapters that are taken along and whose text is so. */
function chaptersTaken(
  db: Database,
  novelId: string,
  { isWithDrafts }: Scope,
  isSo: (text: SQL) => SQL,
) {
  const text = anyText(chapters.id, 'team');
  return db
    .select({ id: chapters.id })
    .from(chapters)
    .leftJoin(chapterDrafts, eq(chapterDrafts.chapterId, chapters.id))
    .where(
      and(
        eq(chapters.novelId, novelId),
        isWithDrafts ? undefined : eq(chapters.status, 'published'),
        isSo(isWithDrafts ? sql`coalesce(${chapterDrafts.html}, ${text})` : text),
      ),
    );
}

/** In its largest size as it is kept, a WebP; empty if it was deleted meanwhile. */
export async function readLeavingPicture(
  world: PictureWorld,
  { id }: NovelRow,
  hash: string,
): Promise<Uint8Array> {
  return (await readPicture(world, id, { hash, width: 9_999 })) ?? new Uint8Array();
}

/** The same as a JPEG, which every reading system shows. Fails as `runPatiently`. */
export async function readPictureAsJpeg(
  world: Pick<App, 'db' | 'bucket' | 'pictures'>,
  novel: NovelRow,
  hash: string,
): Promise<Uint8Array> {
  const bytes = await readLeavingPicture(world, novel, hash);
  if (bytes.length === 0) return bytes;
  return runPatiently(world.pictures, () =>
    sharp(bytes).flatten({ background: '#fff' }).jpeg({ quality }).toBuffer(),
  );
}
