import { z } from 'zod';

/** What the crash story's clients know of the site that it kills. */
const reader = z.object({ id: z.string(), token: z.string(), cookie: z.string() });

export const crashWorldSchema = z.object({
  readers: z.array(reader),
  chapterIds: z.array(z.string()),
  /** Novels that are bought whole at their exact price, by readers who buy nothing else. */
  wholeNovelIds: z.array(z.string()),
  wholeReaders: z.array(reader),
});
export type CrashWorld = z.infer<typeof crashWorldSchema>;
