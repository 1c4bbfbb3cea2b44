import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { paths } from '#shared/site/paths.ts';
import { hasPictures, storedWidths, storedPicture } from '#shared/text/text-pictures.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { readBytes, type PictureWorld } from '#server/core/picture-bytes.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { textPictures, textPictureVariants } from '#server/core/db/schema/text-pictures.ts';
import { isInFreeText } from './chapter-texts.ts';

/** A picture of a chapter, at one width. */
type Wanted = { chapterId: string; hash: string; width: number };

/** Until when an address with a pass is good, as a day since 1970; today and tomorrow at least. */
const passDays = 2;
const dayMs = 86_400_000;
const sizes = '(min-width: 44rem) 40rem, 100vw';

/**
 * Adds the URLs of its pictures to a stored text. Call it for callers who may read the chapter.
 * @param pass that opens them while the chapter is not free for everyone; null for a free one
 */
export function linkPictures(html: string, chapterId: string, pass: PicturePass | null): string {
  if (!hasPictures(html)) return html;
  return html.replaceAll(
    storedPicture,
    (_, hash: string, alt: string, width: string, height: string) => {
      const address = (widthPixels: number) =>
        paths.chapterPicture(chapterId, hash, widthPixels) + (pass?.(hash) ?? '');
      const widths = storedWidths(Number(width));
      const set = widths.map((one) => `${address(one)} ${one}w`).join(', ');
      const attributes = widths.length > 1 ? ` srcset="${set}" sizes="${sizes}"` : '';
      return `<img src="${address(widths.at(-1) ?? 0)}"${attributes} alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
    },
  );
}

/** The query that opens one picture of a chapter. */
export type PicturePass = (hash: string) => string;

/**
 * Signs the URLs of a chapter's pictures, for the response that contains its text. An `<img>` request
 * is checked without the session: the URL has an expiry day and an HMAC over chapter, picture and day,
 * with the first of `SECRET_KEYS`.
 */
export function picturePass(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  chapterId: string,
): PicturePass {
  const day = Math.floor(clock.now().getTime() / dayMs) + passDays;
  return (hash) => `?jour=${day}&acces=${sign(config.secretKeys[0], { chapterId, hash, day })}`;
}

function sign(
  secret: string | undefined,
  { chapterId, hash, day }: { chapterId: string; hash: string; day: number },
): string {
  if (secret === undefined) throw new Error('a picture needs a secret');
  const mac = createHmac('sha256', secret).update(`text-picture:${chapterId}:${hash}:${day}`);
  return mac.digest('hex').slice(0, 32);
}

/** Whether a pass is good for a picture of a chapter today. */
function isPassed(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  { chapterId, hash }: Wanted,
  pass: { day: number; access: string } | null,
): boolean {
  const today = Math.floor(clock.now().getTime() / dayMs);
  if (!pass || pass.day < today || pass.day > today + passDays) return false;
  const given = Buffer.from(pass.access);
  return config.secretKeys.some((secret) => {
    const right = Buffer.from(sign(secret, { chapterId, hash, day: pass.day }));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/**
 * The bytes of a picture (WebP): with a pass, or if it is in the published text of a chapter that is
 * free for everyone. Null for anything else, whether it exists or not. Fails as `readBytes`.
 */
export async function readChapterPicture(
  app: Pick<App, 'db' | 'bucket' | 'config' | 'clock'>,
  wanted: Wanted,
  pass: { day: number; access: string } | null,
): Promise<Uint8Array | null> {
  const [chapter] = await app.db.select().from(chapters).where(eq(chapters.id, wanted.chapterId));
  if (!chapter) return null;
  const mayRead =
    isPassed(app, wanted, pass) ||
    (await isInFreeText(app.db, chapter.id, `<img data-picture="${wanted.hash}"`, app.clock.now()));
  if (!mayRead) return null;
  return readPicture(app, chapter.novelId, wanted);
}

/** A novel's picture at the width wanted or the next larger one, else at its largest; WebP. */
export function readPicture(
  { db, bucket }: PictureWorld,
  novelId: string,
  { hash, width }: Pick<Wanted, 'hash' | 'width'>,
): Promise<Uint8Array | null> {
  const { bytes, objectKey } = textPictureVariants;
  const isTooSmall = lt(textPictureVariants.width, width);
  return readBytes(bucket, async () => {
    const [variant] = await db
      .select({ bytes, objectKey })
      .from(textPictureVariants)
      .where(and(eq(textPictureVariants.novelId, novelId), eq(textPictureVariants.hash, hash)))
      .orderBy(
        asc(isTooSmall),
        asc(
          sql`case when ${isTooSmall} then -${textPictureVariants.width} else ${textPictureVariants.width} end`,
        ),
      )
      .limit(1);
    return variant;
  });
}

/** The pictures of a novel that its author may put into texts. */
export async function listTextPictures(
  db: Database,
  novelId: string,
): Promise<{ hash: string; width: number; height: number }[]> {
  return db
    .select({
      hash: textPictures.hash,
      width: textPictures.width,
      height: textPictures.height,
    })
    .from(textPictures)
    .where(eq(textPictures.novelId, novelId));
}
