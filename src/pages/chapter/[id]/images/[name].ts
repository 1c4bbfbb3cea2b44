import type { APIRoute } from 'astro';
import { z } from 'zod';
import { readChapterPicture } from '#server/catalogue/text-pictures.ts';

const name = z
  .string()
  .regex(/^[0-9a-f]{32}-\d{1,4}\.webp$/)
  .transform((given) => {
    const [hash = '', width] = given.split(/[-.]/);
    return { hash, width: Number(width) };
  });
const pass = z.object({ day: z.coerce.number().int(), access: z.string().length(32) });

/** Never in a shared cache: who may read the chapter changes. */
const kept = 'private, max-age=86400';

/** A picture of a chapter's text: with a signed URL, or if the chapter is free. */
export const GET: APIRoute = async ({ locals: { app }, params, url }) => {
  const wanted = name.safeParse(params.name);
  const chapterId = z.uuid().safeParse(params.id);
  if (!wanted.success || !chapterId.success) return missing();
  const given = pass.safeParse({
    day: url.searchParams.get('jour') ?? undefined,
    access: url.searchParams.get('acces') ?? undefined,
  });
  const bytes = await readChapterPicture(
    app,
    { chapterId: chapterId.data, ...wanted.data },
    given.success ? given.data : null,
  );
  if (!bytes) return missing();
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'image/webp',
      'cache-control': kept,
      'cross-origin-resource-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    },
  });
};

const missing = () =>
  new Response(null, { status: 404, headers: { 'cache-control': 'private, no-store' } });
