import { and, asc, count, eq, inArray, isNull, lt, min, sql } from 'drizzle-orm';
import { deskListMax } from '#shared/constants.ts';
import type { WaitingBody } from '#shared/contracts/desk-orders.ts';
import { formatEuros, parisDay } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { hasStaffPower, type StaffPower } from '#shared/site/staff-powers.ts';
import type { App } from '#server/app.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { commentReports, contentNotices } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { jobRuns } from '#server/core/db/schema/job-runs.ts';
import { mailBounces, outbox } from '#server/core/db/schema/outbox.ts';
import { disputes } from '#server/core/db/schema/returns.ts';
import type { JobName } from '#server/core/metrics/background-jobs.ts';
import { toModeratedName } from '#server/community/moderated-name.ts';
import { findLatelyWrong } from '#server/money/books/checks-table.ts';
import { readDocuments } from '#server/money/books/documents.ts';
import { countThreshold } from '#server/money/books/sales-tables.ts';
import { listDeclarations } from '#server/money/payments/declare-withdrawal.ts';
import { listTransfers } from '#server/money/payments/list-transfers.ts';
import { findAuthorBalances } from '#server/money/payouts/author-balances.ts';
import { openPayComputer } from '#server/money/payouts/compute-pay.ts';
import type { User } from '#server/people/identity/sessions.ts';

type World = Pick<App, 'db' | 'clock' | 'config' | 'clockWatch' | 'payments'>;
type Line = Omit<WaitingBody[number], 'what'>;
type Source = { power: StaffPower; find: (world: World) => Promise<Line[]> };

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
/** Article L221-24 of the Code de la consommation: a withdrawal is paid within fourteen days. */
const withdrawalDueMs = 14 * dayMs;
const before = ({ clock }: World, ms: number) => new Date(clock.now().getTime() - ms);
const toInstant = (instant: Date | null): string | null => instant?.toISOString() ?? null;
const line = (about: string, path: string | null, more: Partial<Line> = {}): Line => ({
  about,
  path,
  dueAt: null,
  since: null,
  ...more,
});

/** What does not happen while a job fails, as a publisher understands it. */
const jobWords: Readonly<Record<string, string>> = {
  publish: 'les chapitres programmés ne paraissent pas',
  reconcile:
    'Stripe n’est pas interrogé : achats, remboursements et rétractations n’avancent que par ses messages',
  read_balance: 'les frais et versements de Stripe ne sont pas lus : les livres s’arrêtent là',
  close_months: 'les mois des auteurs ne sont pas clôturés',
  similar_novels: 'les romans voisins ne sont plus calculés',
  expand_releases: 'les parutions ne sont pas annoncées aux lecteurs',
  send_email: 'les e-mails ne partent pas',
  send_push: 'les notifications ne partent pas',
  sweep_outbox: 'les messages envoyés ne sont pas effacés',
  sweep_sessions: 'les sessions terminées ne sont pas effacées',
  depart: 'les retraits annoncés n’ont pas lieu à leur jour',
  sweep_sign_ins: 'les connexions inachevées ne sont pas effacées',
  sweep_uploads: 'les livres téléversés ne sont pas effacés',
  sweep_text_pictures: 'les images qui ne servent plus ne sont pas effacées de la base',
  sweep_picture_objects: 'les images qui ne servent plus ne sont pas effacées de S3',
  sweep_name_words: 'la recherche garde des mots de romans disparus',
  thin_saves: 'les anciennes versions des brouillons s’accumulent',
  sweep_challenges: 'les verrous d’accès levés ne sont pas effacés',
  sweep_declarations: 'les rétractations déclarées depuis cinq ans ne sont pas effacées',
  sweep_withheld: 'les commentaires retenus ne sont pas effacés',
  end_retention: 'les comptes inutilisés ne sont ni prévenus ni effacés',
} satisfies Record<JobName, string>;

/** What may wait for a person: one line here for each kind, its words in `waitingWords`. */
const waitingSources: Readonly<Record<string, Source>> = {
  transfer: {
    power: 'moveMoney',
    find: async ({ db }) =>
      (await listTransfers(db, 'open')).map(({ amount, buyer, requestedAt }) =>
        line(`${formatEuros(amount)} à ${buyer.name}`, paths.transfers, {
          since: requestedAt,
          dueAt: new Date(Date.parse(requestedAt) + withdrawalDueMs).toISOString(),
        }),
      ),
  },
  dispute: {
    power: 'seeMoney',
    find: async ({ db }) => {
      const rows = await db
        .select()
        .from(disputes)
        .where(eq(disputes.state, 'open'))
        .orderBy(asc(disputes.openedAt))
        .limit(deskListMax);
      return rows.map(({ amountCents, transactionId, openedAt, evidenceDueAt }) =>
        line(formatEuros(amountCents), paths.deskOrder(transactionId), {
          since: openedAt.toISOString(),
          dueAt: toInstant(evidenceDueAt),
        }),
      );
    },
  },
  comments: {
    power: 'moderate',
    find: async ({ db }) => {
      const [found] = await db
        .select({
          about: sql<string>`count(distinct ${commentReports.commentId})::text`,
          since: min(commentReports.createdAt),
        })
        .from(commentReports)
        .where(isNull(commentReports.settledAt));
      return found?.since
        ? [line(found.about, paths.moderation, { since: toInstant(found.since) })]
        : [];
    },
  },
  notice: {
    power: 'decideNotices',
    find: async ({ db }) => {
      const [found] = await db
        .select({ number: count(), since: min(contentNotices.createdAt) })
        .from(contentNotices)
        .where(isNull(contentNotices.decidedAt));
      return found?.since
        ? [line(String(found.number), paths.contentNotices, { since: toInstant(found.since) })]
        : [];
    },
  },
  declaration: {
    power: 'moveMoney',
    find: async ({ db }) =>
      (await listDeclarations(db, 'open')).map(({ name, declaredAt }) =>
        line(name, paths.transfers, {
          since: declaredAt,
          dueAt: new Date(Date.parse(declaredAt) + withdrawalDueMs).toISOString(),
        }),
      ),
  },
  payment: {
    power: 'seeDesk',
    find: async (world) => {
      const rows = await world.db
        .select({ order: creditTransactions, buyer: users })
        .from(creditTransactions)
        .innerJoin(users, eq(users.id, creditTransactions.userId))
        .where(
          and(
            eq(creditTransactions.status, 'pending'),
            lt(creditTransactions.createdAt, before(world, dayMs)),
          ),
        )
        .orderBy(asc(creditTransactions.createdAt))
        .limit(deskListMax);
      return rows.map(({ order, buyer }) =>
        line(`${order.packName}, ${toModeratedName(buyer)}`, paths.deskOrder(order.id), {
          since: order.createdAt.toISOString(),
        }),
      );
    },
  },
  author: {
    power: 'seeMoney',
    find: async ({ db, config, clock }) => {
      const due = (await findAuthorBalances(db)).filter(({ dueCents }) => dueCents > 0);
      if (due.length === 0) return [];
      const day = parisDay(clock.now());
      const { compute } = await openPayComputer(db, day, config.vat.regime === 'rates');
      return due.flatMap(({ name, dueCents, authorId, account }) => {
        const pay = compute(authorId, dueCents);
        const reason =
          (account === null && 'pas de compte bancaire') ||
          ('hindrance' in pay && pay.hindrance) ||
          (config.payer === null && 'PAYER_IBAN manque');
        const about = `${name}, ${formatEuros(dueCents)}\u00A0: ${reason || ''}`;
        return reason ? [line(about, paths.deskPerson(authorId))] : [];
      });
    },
  },
  threshold: {
    power: 'seeMoney',
    find: async ({ db, clock, config: { ossSince } }) => {
      const today = parisDay(clock.now());
      if (ossSince !== null && ossSince <= today) return [];
      const year = Number(today.slice(0, 4));
      const period = { from: `${year - 1}-01-01`, to: today };
      const documents = await readDocuments(db, period, { abroadOnly: true });
      // Past it, the next year is bound by it too.
      return [year - 1, year]
        .map((one) => countThreshold(documents, `${one}`))
        .filter(({ crossedOn, isNear }, at) => crossedOn !== null || (at === 1 && isNear))
        .map((one) =>
          line(`${formatEuros(one.net)} en ${one.year}`, `${paths.books}?vue=seuil-oss`),
        );
    },
  },
  check: {
    power: 'seeMoney',
    find: async (world) => {
      const { wrong, from, to } = await findLatelyWrong(world);
      return wrong.map((what) => line(what, `${paths.books}?vue=controles&du=${from}&au=${to}`));
    },
  },
  bounce: {
    power: 'seeDesk',
    find: async ({ db }) => {
      const [found] = await db
        .select({ number: count(), since: min(mailBounces.bouncedAt) })
        .from(mailBounces);
      return found && found.number > 0
        ? [line(String(found.number), null, { since: toInstant(found.since) })]
        : [];
    },
  },
  mail: {
    power: 'seeDesk',
    find: async (world) => {
      const isLate = and(
        inArray(outbox.channel, ['email', 'push']),
        isNull(outbox.sentAt),
        isNull(outbox.failedAt),
        lt(outbox.nextAttemptAt, before(world, hourMs)),
      );
      const [found] = await world.db
        .select({ number: count(), since: min(outbox.nextAttemptAt) })
        .from(outbox)
        .where(isLate);
      return found && found.number > 0
        ? [line(String(found.number), null, { since: toInstant(found.since) })]
        : [];
    },
  },
  chapter: {
    power: 'seeDesk',
    find: async (world) => {
      const late = before(world, 10 * minuteMs);
      const rows = await world.db
        .select({ title: chapters.title, since: chapters.publishedAt })
        .from(chapters)
        .where(and(eq(chapters.status, 'scheduled'), lt(chapters.publishedAt, late)))
        .orderBy(asc(chapters.publishedAt))
        .limit(deskListMax);
      return rows.map(({ title, since }) => line(title, null, { since: toInstant(since) }));
    },
  },
  job: {
    power: 'seeDesk',
    find: async (world) => {
      const runs = await world.db.select().from(jobRuns);
      return runs.flatMap(({ name, everySeconds, succeededAt, begunAt }) => {
        const since = succeededAt ?? begunAt;
        // Three periods, and more than a pause after failures takes.
        const lateMs = Math.max(3_000 * everySeconds, 30 * minuteMs);
        const words = jobWords[name];
        return words !== undefined && since < before(world, lateMs)
          ? [line(words, null, { since: since.toISOString() })]
          : [];
      });
    },
  },
  clock: {
    power: 'seeDesk',
    find: ({ clockWatch }) =>
      Promise.resolve(
        clockWatch
          .wrong()
          .map(({ source, aheadSeconds }) => line(`${source}, ${aheadSeconds}\u00A0s`, null)),
      ),
  },
};

/** All that waits and that this member of staff may see, what is due first before the rest. */
export async function listWaiting(world: World, reader: Pick<User, 'role'>): Promise<WaitingBody> {
  const found: WaitingBody = [];
  for (const [what, { power, find }] of Object.entries(waitingSources)) {
    if (!hasStaffPower(reader.role, power)) continue;
    for (const one of await find(world)) found.push({ what, ...one });
  }
  // Instants as text; what has none comes last.
  const at = ({ dueAt, since }: Line) => [dueAt ?? '~', since ?? '~'].join(' ');
  return found.toSorted((one, other) => (at(one) < at(other) ? -1 : 1));
}
