import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { addTextPicture } from '#shared/contracts/text-pictures.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { storedWidths, pictureLimits } from '#shared/text/text-pictures.ts';
import type { App } from '#server/app.ts';
import { listTextPictures, picturePass } from '#server/catalogue/text-pictures.ts';
import { anyText } from '#server/catalogue/chapter-texts.ts';
import type { Database } from '#server/core/db/database.ts';
import { textPictures, textPictureVariants } from '#server/core/db/schema/text-pictures.ts';
import { downloadPicture, findGooglePicture } from '#server/core/google-pictures.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { placeBytes, type Placed } from '#server/core/picture-bytes.ts';
import sharp, { openPicture } from '#server/core/picture-library.ts';
import { nameOfPicture } from '../book/pictures.ts';
import { findOwnChapter, findOwnNovel, type Author } from '#server/people/novel-powers/own-work.ts';

type World = Pick<App, 'db' | 'bucket' | 'clock' | 'pictures' | 'config'>;
type PictureBody = z.input<(typeof addTextPicture)['response']>;

const quality = 80;
const downloadLimits = { bytesMax: pictureLimits.uploadBytes, timeoutMs: 8_000 } as const;
/** A picture that no text has yet may be in a text that is not saved. */
const unusedRetentionMs = 7 * 24 * 3_600_000;

/** A picture as it is kept. */
export type EncodedPicture = {
  hash: string;
  width: number;
  height: number;
  variants: EncodedVariant[];
};
type EncodedVariant = { width: number; bytes: Buffer };

/** Such a picture whose bytes are where they stay. */
export type PlacedPicture = Omit<EncodedPicture, 'variants'> & {
  variants: Placed<EncodedVariant>[];
};

/**
 * Keeps a picture for the texts of a chapter's novel. Refuses as `findOwnChapter`, and with 422
 * `PICTURE_REFUSED` what is no picture, too large, or one too many.
 */
export async function addPicture(
  world: World,
  author: Author,
  chapterId: string,
  bytes: Uint8Array,
): Promise<PictureBody | Refusal> {
  const own = await findOwnChapter(world.db, author, chapterId, 'write');
  return isRefusal(own) ? own : storeBytes(world, author, own, bytes);
}

/**
 * Keeps a picture that Google has for a document which the author copied. Refuses as `addPicture`, and
 * any other address.
 */
export async function copyPicture(
  world: World,
  author: Author,
  chapterId: string,
  address: string,
): Promise<PictureBody | Refusal> {
  const own = await findOwnChapter(world.db, author, chapterId, 'write');
  if (isRefusal(own)) return own;
  const url = findGooglePicture(address, world.config.identityProviders.google?.issuer ?? null);
  if (!url) return refuse('PICTURE_REFUSED', messages.studio.pictureElsewhere);
  // Any download error has the same answer: the author uploads the file.
  const bytes = await downloadPicture(url, downloadLimits).catch(() => null);
  if (bytes === null) return refuse('PICTURE_REFUSED', messages.studio.pictureNotGiven);
  return storeBytes(world, author, own, bytes);
}

async function storeBytes(
  world: World,
  author: Author,
  { chapter, novel: { id: novelId } }: { chapter: { id: string }; novel: { id: string } },
  bytes: Uint8Array,
): Promise<PictureBody | Refusal> {
  const picture = await world.pictures.run(() => encodeTextPicture(bytes), author.id);
  if (picture === undefined) {
    return refuse('PICTURE_REFUSED', messages.studio.busy, { details: { reason: 'BUSY' } });
  }
  if (picture === 'too-large') return refuse('PICTURE_REFUSED', messages.studio.pictureTooLarge);
  if (picture === null) return refuse('PICTURE_REFUSED', messages.studio.pictureRefused);
  const placed = { ...picture, variants: await placeBytes(world, picture.variants) };
  const stored = await world.db.transaction(async (tx) => {
    const novel = await findOwnNovel(tx, author, novelId, 'write', { lock: true });
    if (isRefusal(novel)) return novel;
    return storeTextPicture(tx, novel.id, placed, world.clock.now());
  });
  return isRefusal(stored) ? stored : bodyOf(world, chapter.id, picture);
}

/** The pictures that the chapter's editor may show, with addresses for its author. */
export async function listPictures(
  world: World,
  author: Author,
  chapterId: string,
): Promise<{ pictures: PictureBody[] } | Refusal> {
  const own = await findOwnChapter(world.db, author, chapterId, 'seeDrafts');
  if (isRefusal(own)) return own;
  const pictures = await listTextPictures(world.db, own.novel.id);
  return { pictures: pictures.map((picture) => bodyOf(world, chapterId, picture)) };
}

function bodyOf(
  world: World,
  chapterId: string,
  { hash, width, height }: Pick<EncodedPicture, 'hash' | 'width' | 'height'>,
): PictureBody {
  const middle =
    storedWidths(width).findLast((one) => one <= 960) ?? storedWidths(width)[0] ?? width;
  const address =
    paths.chapterPicture(chapterId, hash, middle) + picturePass(world, chapterId)(hash);
  return { hash, width, height, address };
}

/**
 * Upright, without metadata, at the widths of `storedWidths`.
 * @returns as `openPicture`, what is no picture or too large
 */
export async function encodeTextPicture(
  bytes: Uint8Array,
): Promise<EncodedPicture | 'too-large' | null> {
  try {
    const opened = await openPicture(bytes);
    if (opened === null || opened === 'too-large') return opened;
    const { data, info } = await opened
      .decode()
      .resize({
        width: pictureLimits.widths.at(-1),
        height: pictureLimits.heightMax,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .png({ compressionLevel: 3 })
      .toBuffer({ resolveWithObject: true });
    const variants: EncodedPicture['variants'] = [];
    for (const width of storedWidths(info.width)) {
      variants.push({
        width,
        bytes: await sharp(data).resize({ width }).webp({ quality }).toBuffer(),
      });
    }
    return { hash: nameOfPicture(bytes), width: info.width, height: info.height, variants };
  } catch {
    return null;
  }
}

/**
 * In the caller's transaction, which holds the novel. The same picture again changes nothing; refuses
 * a new one with 422 `PICTURE_REFUSED` where the novel has its most.
 */
export async function storeTextPicture(
  tx: Database,
  novelId: string,
  { hash, width, height, variants }: PlacedPicture,
  now: Date,
): Promise<Refusal | null> {
  const isNovels = eq(textPictures.novelId, novelId);
  const known = await tx.$count(textPictures, and(isNovels, eq(textPictures.hash, hash)));
  if (known === 0 && (await tx.$count(textPictures, isNovels)) >= pictureLimits.perNovel) {
    return refuse('PICTURE_REFUSED', messages.studio.tooManyPictures);
  }
  // One that waits to be swept begins its time again.
  await tx
    .insert(textPictures)
    .values({ novelId, hash, width, height, createdAt: now })
    .onConflictDoUpdate({
      target: [textPictures.novelId, textPictures.hash],
      set: { createdAt: now },
    });
  await tx
    .insert(textPictureVariants)
    .values(variants.map((variant) => ({ novelId, hash, ...variant })))
    .onConflictDoNothing();
  return null;
}

/**
 * Deletes pictures that neither a text, a working copy nor a kept version of their novel has, some days
 * after they came. Reads each text of novels with such old pictures once.
 */
export async function sweepTextPictures({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = sql`${new Date(clock.now().getTime() - unusedRetentionMs).toISOString()}::timestamptz`;
  await db.execute(sql`
    with used as (
      select distinct chapters.novel_id, found[1] as hash
      from chapters
      join (
        select id as chapter_id, ${anyText(sql`chapters.id`, 'inside')} as html from chapters
        union all select chapter_id, html from chapter_drafts
        union all select chapter_id, html from chapter_versions
      ) as texts on texts.chapter_id = chapters.id
      cross join lateral
        regexp_matches(texts.html, '<img data-picture="([0-9a-f]+)"', 'g') as found
      where chapters.novel_id in
        (select novel_id from text_pictures where created_at < ${before})
    )
    delete from text_pictures
    where created_at < ${before} and not exists (
      select from used
      where used.novel_id = text_pictures.novel_id and used.hash = text_pictures.hash)`);
}
