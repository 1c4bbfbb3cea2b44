import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import sharp from 'sharp';
import { z } from 'zod';
import { encodePicture, imageTypes, type EncodedCover } from '#server/catalogue/covers.ts';
import { projectRoot } from '#server/core/project-root.ts';

const folder = new URL('node_modules/.cache/feuilleton/covers/', projectRoot);
/** What decides how a picture is encoded, besides sharp itself. */
const encoders = ['covers.ts', 'share-picture.ts'].map(
  (name) => new URL(`src/lib/server/catalogue/${name}`, projectRoot),
);

const encodedCover = z.object({
  hash: z.string(),
  picture: z.object({
    width: z.int(),
    height: z.int(),
    colour: z.string(),
    variants: z.array(
      z.object({
        width: z.int(),
        format: z.enum(Object.keys(imageTypes) as (keyof typeof imageTypes)[]),
        bytes: z.instanceof(Buffer),
      }),
    ),
  }),
});

/**
 * Encodes a cover of the demonstration, or takes what an earlier start encoded: three seconds of
 * processor time for each cover, at every start of the stories' site. Null if it is no picture.
 */
export async function encodeOnce(bytes: Uint8Array): Promise<EncodedCover | null> {
  const file = new URL(await keyOf(bytes), folder);
  try {
    return encodedCover.parse(deserialize(await readFile(file)));
  } catch {
    const cover = await encodePicture(bytes);
    // Another start may write it too, and the folder may not be writable: the next one encodes again.
    if (cover) await keep(file, cover).catch(() => undefined);
    return cover;
  }
}

async function keyOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(bytes).update(sharp.versions.vips);
  for (const encoder of encoders) hash.update(await readFile(encoder));
  return hash.digest('hex');
}

async function keep(file: URL, cover: EncodedCover): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = new URL(`${file.href}.${process.pid}`);
  await writeFile(unfinished, serialize(cover));
  await rename(unfinished, file);
}
