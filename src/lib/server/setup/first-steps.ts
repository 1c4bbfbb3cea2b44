import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { formatTime } from '#shared/site/formats.ts';
import { genres } from '#shared/site/genres.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { projectRoot } from '#server/core/project-root.ts';
import { recordHandover } from '#server/money/earnings/handovers.ts';
import { addPerson, findPerson } from '#server/people/identity/people.ts';
import { giveRole } from '#server/people/identity/roles.ts';
import { createStaffLink } from '#server/people/identity/staff-links.ts';
import { draftOfBook } from '#server/publishing/book-to-draft.ts';
import { readChapterFile } from '#server/publishing/book/chapter-file.ts';
import { readBook } from '#server/publishing/book/read-book.ts';
import { saveNovel, type NovelDraft, type SaveWorld } from '#server/publishing/save-novel.ts';

/** The first admin of a site, and its first novel. */
export type FirstSteps = {
  admin: { email: string; name: string } | null;
  novel: NovelDraft | null;
};

/** The link that signs the admin in once (decision 137), and the novel that stands there. */
export type FirstResults = {
  link: { token: string; expiresAt: Date } | null;
  novel: { title: string; slug: string } | null;
};

/** Until when the link signs in, in a sentence. */
export const untilSentence = (expiresAt: Date): string =>
  `Ce lien connecte une fois, jusqu’à ${formatTime(expiresAt).replace(':', '\u00A0h\u00A0')} (heure de Paris).`;

/** A title of ours that a release brings along. */
export const sampleTitle = 'Le Jeu des neuf portes';
const sampleFolder = new URL('demo/le-jeu-des-neuf-portes/', projectRoot);
/** What `novel.json` of a sample or a demonstration's novel says of the novel itself. */
export const sampleFile = z.object({
  title: z.string(),
  authorName: z.string(),
  description: z.string(),
  status: z.enum(['ongoing', 'completed', 'hiatus']),
  language: z.string(),
  genres: z.array(z.enum(genres)),
  tags: z.array(z.string()),
});

/**
 * Saves the novel, then makes the admin or gives the account of that address the role, and the novel if
 * it is nobody's: again, it changes nothing. What fails of the novel leaves no admin.
 */
export async function takeFirstSteps(
  world: SaveWorld,
  { admin, novel }: FirstSteps,
): Promise<FirstResults> {
  const saved = novel && (await saveNovel(world, novel));
  if (admin && !(await findPerson(world, admin))) {
    await addPerson(world, { ...admin, role: 'admin' });
  }
  const person = admin && (await findPerson(world, admin));
  if (person && person.role !== 'admin') await giveRole(world, person.id, 'admin');
  if (person && saved) await ownNovel(world, saved.id, person.id);
  return { link: person && (await createStaffLink(world, person.id)), novel: saved };
}

/** Makes a person the owner of a novel that has none; what it earned before stays the publisher's. */
async function ownNovel({ db, clock }: SaveWorld, id: string, ownerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const isNobodys = and(eq(novels.id, id), isNull(novels.ownerId));
    const owned = await tx.update(novels).set({ ownerId }).where(isNobodys).returning();
    if (owned.length > 0) await recordHandover(tx, id, null, clock.now());
  });
}

/** A book file as a novel, or the French sentence of why it is none. */
export async function readFirstNovel(
  bytes: Uint8Array,
  fileName: string,
): Promise<{ novel: NovelDraft } | { problem: string }> {
  const result = await readBook(bytes, fileName);
  if (!result.ok) return { problem: result.refusal.message };
  const novel = draftOfBook(result.book);
  if (novel === null) {
    return {
      problem:
        'Le fichier ne donne pas son titre et son auteur : importez-le plus tard par feuilleton import, avec --title et --author.',
    };
  }
  if (novel.chapters.length > 0) return { novel };
  return { problem: 'Ce livre n’a pas de chapitre.' };
}

/** Whether this installation has the sample. */
export const hasSample = (): boolean => existsSync(sampleFolder);

/** The sample as a novel. */
export async function readSample(): Promise<NovelDraft> {
  const read = (name: string) => readFile(new URL(name, sampleFolder), 'utf8');
  const head = sampleFile.parse(JSON.parse(await read('novel.json')));
  const files = (await readdir(sampleFolder)).filter((name) => name.endsWith('.md')).toSorted();
  const chapters = await Promise.all(
    files.map(async (name) => ({
      sourceKey: name,
      part: null,
      ...readChapterFile(await read(name)),
    })),
  );
  return { ...head, sourceKey: 'sample:le-jeu-des-neuf-portes', cover: null, chapters };
}
