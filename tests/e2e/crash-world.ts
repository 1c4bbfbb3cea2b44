import { z } from 'zod';

/** What the crash story's clients know of the site that it kills. */
export const crashWorldSchema = z.object({
  readers: z.array(z.object({ id: z.string(), token: z.string(), cookie: z.string() })),
  chapterIds: z.array(z.string()),
});
export type CrashWorld = z.infer<typeof crashWorldSchema>;
