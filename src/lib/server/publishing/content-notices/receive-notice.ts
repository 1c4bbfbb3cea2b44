import { and, count, eq, gt, lt, ne, or, sql } from 'drizzle-orm';
import { v5 as uuidv5 } from 'uuid';
import { z } from 'zod';
import { idSchema } from '#shared/contracts/fields.ts';
import { messages } from '#shared/messages.ts';
import { noticeCategories, noticeLimits } from '#shared/site/content-notices.ts';
import { addressFault, asciiAddress } from '#shared/site/email-address.ts';
import { parisDay } from '#shared/site/formats.ts';
import { tidyLine, tidyText } from '#shared/text/written-text.ts';
import type { App } from '#server/app.ts';
import { contentNotices } from '#server/core/db/schema/community.ts';
import type { Database } from '#server/core/db/database.ts';
import { lockKeys } from '#server/core/db/lock-keys.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';
import type { Place } from './places.ts';

/** What the form had, and what is wrong with it, by the names of its fields. */
export type RefusedNotice = { values: URLSearchParams; errors: Record<string, string> };

/** A notice that can be inserted. */
export type Notice = Omit<
  typeof contentNotices.$inferInsert,
  'id' | 'sequence' | 'createdAt' | 'decidedAt'
>;

/** Acknowledgements that one address gets in a day: anybody can type it. */
const lettersPerDay = 3;
const dayMs = 24 * 3_600_000;

const text = (tidy: (text: string) => string, max: number) =>
  z.string('Remplissez ce champ.').overwrite(tidy).max(max, `Au plus ${max} caractères.`);

const formSchema = z
  .object({
    cle: z.uuid().catch(() => crypto.randomUUID()),
    categorie: z.enum(noticeCategories, 'Choisissez ce que vous signalez.'),
    motifs: text(tidyText, noticeLimits.reasons).min(1, 'Dites pourquoi ce contenu est illicite.'),
    nom: text(tidyLine, noticeLimits.name),
    courriel: text((typed) => asciiAddress(typed.trim()), noticeLimits.email).refine(
      (typed) => typed === '' || addressFault(typed) === null,
      { error: ({ input }) => addressFault(String(input)) ?? undefined },
    ),
    'bonne-foi': z.literal('oui', 'Cochez cette case pour envoyer le signalement.'),
  })
  .refine(({ categorie, nom }) => !asksWho(categorie) || nom !== '', {
    path: ['nom'],
    error: 'Indiquez votre nom.',
    when: () => true,
  })
  .refine(({ categorie, courriel }) => !asksWho(categorie) || courriel !== '', {
    path: ['courriel'],
    error: messages.billing.email,
    when: () => true,
  });

/** Of the abuse of a child (directive 2011/93/EU, articles 3 to 7) nobody has to say who reports it. */
const asksWho = (category: unknown) => category !== 'child-abuse';

/** Reads the form of a notice; null where it names no place. */
export function readNotice(values: URLSearchParams): Notice | RefusedNotice | null {
  const place = findPlaceIn(values);
  if (place === null) return null;
  const form = formSchema.safeParse(Object.fromEntries(values));
  if (form.success) {
    const { cle, categorie, motifs, nom, courriel } = form.data;
    // Sent twice, it is one notice; changed and sent again, it is another.
    const key = uuidv5(`${place.placeId} ${categorie} ${motifs}`, cle);
    return { ...place, key, category: categorie, reasons: motifs, name: nom, email: courriel };
  }
  // The first fault of a field counts.
  const faults = form.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
  return { values, errors: Object.fromEntries(faults.toReversed()) };
}

/** The novel, chapter or comment that an address or a form names; null for none. */
export function findPlaceIn(values: URLSearchParams): Place | null {
  const names = { commentaire: 'comment', chapitre: 'chapter', roman: 'novel' } as const;
  for (const [name, placeKind] of Object.entries(names)) {
    const id = idSchema.safeParse(values.get(name));
    if (id.success) return { placeKind, placeId: id.data };
  }
  return null;
}

/** Inserts a notice and acknowledges it by e-mail. The same form again does nothing. */
export async function receiveNotice(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  notice: Notice,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const [inserted] = await tx
      .insert(contentNotices)
      .values({ ...notice, createdAt: now })
      .onConflictDoNothing({ target: contentNotices.key })
      .returning({ id: contentNotices.id });
    if (!inserted || notice.email === '') return;
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKeys.noticeLetters})`);
    const isToday = and(
      eq(sql`lower(${contentNotices.email})`, notice.email.toLowerCase()),
      gt(contentNotices.createdAt, new Date(now.getTime() - dayMs)),
    );
    const [sent] = await tx.select({ rows: count() }).from(contentNotices).where(isToday);
    if ((sent?.rows ?? 0) > lettersPerDay) return;
    const payload = { noticeId: inserted.id, address: notice.email };
    const letter = { kind: 'notice_received', userId: null, about: inserted.id, payload } as const;
    await writeLetter(tx, letter, now);
  });
}

/** “S-2026-000123”. */
export const noticeNumber = ({
  sequence,
  createdAt,
}: Pick<typeof contentNotices.$inferSelect, 'sequence' | 'createdAt'>): string =>
  `S-${parisDay(createdAt).slice(0, 4)}-${String(sequence).padStart(6, '0')}`;

/** The number of the notice that a form has sent; null for none. It is all that its key tells. */
export async function findNoticeNumber(db: Database, key: string | null): Promise<string | null> {
  const parsed = idSchema.safeParse(key);
  if (!parsed.success) return null;
  const [notice] = await db
    .select()
    .from(contentNotices)
    .where(eq(contentNotices.key, parsed.data));
  return notice ? noticeNumber(notice) : null;
}

const retainedYears = 5;

/** Empties who sent a notice, five years after its decision: until then they may need it as evidence. */
export async function emptyNoticeSenders({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now());
  before.setUTCFullYear(before.getUTCFullYear() - retainedYears);
  const isOver = and(
    lt(contentNotices.decidedAt, before),
    or(ne(contentNotices.name, ''), ne(contentNotices.email, '')),
  );
  await db.update(contentNotices).set({ name: '', email: '' }).where(isOver);
}
