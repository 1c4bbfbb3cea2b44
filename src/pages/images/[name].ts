import type { APIRoute } from 'astro';
import { z } from 'zod';
import { imageTypes, readImageVariant } from '#server/catalogue/covers.ts';
import type { CachedPage } from '#server/core/pagecache/cached-page.ts';
import { cachedResponse } from '#server/core/pagecache/lifetime.ts';
import { imageTag } from '#server/core/pagecache/tags.ts';

const nameForm = /^[0-9a-f]{32}-\d{2,4}\.(?:avif|webp|jpeg)$/;

export const cached: CachedPage = { params: { name: nameForm } };

const immutable = 'public, max-age=31536000, immutable';

const imageName = z
  .string()
  .regex(nameForm)
  .transform((name) => {
    const [hash = '', width, format] = name.split(/[-.]/);
    return { hash, width: Number(width), format: z.enum(['avif', 'webp', 'jpeg']).parse(format) };
  });

/** A kept picture, named by its content: it never changes under its name. */
export const GET: APIRoute = async (context) => {
  const name = imageName.safeParse(context.params.name);
  if (!name.success) return new Response(null, { status: 404 });
  const bytes = await readImageVariant(context.locals.app, name.data);
  if (!bytes) return new Response(null, { status: 404 });
  const response = cachedResponse(context, new Uint8Array(bytes), {
    type: imageTypes[name.data.format],
    tags: [imageTag(name.data.hash)],
    lifetime: immutable,
  });
  // Links shared elsewhere show the cover there.
  response.headers.set('cross-origin-resource-policy', 'cross-origin');
  return response;
};
