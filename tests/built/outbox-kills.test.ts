import { eq, isNotNull, isNull } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { noticeSettings, outbox } from '#server/core/db/schema/outbox.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { favorites } from '#server/core/db/schema/reading.ts';
import { mailConnections } from '#server/notices/mail/mailer.ts';
import { startMail } from '#sandbox/mail/start-mail.ts';
import { openTestApp } from '../world/app.ts';
import { grow } from '../world/outbox.ts';
import { killsOf } from '../world/kills.ts';
import { findPort, missing, startBuiltSite } from './built-site.ts';

/** Each at another moment: after so many e-mails of its site, from none to one less than these. */
const kills = killsOf(10);
const followers = 1_000;
const timeoutMs = kills * 20_000 + 60_000;

describe.skipIf(missing)(`the outbox${missing && `, skipped: ${missing}`}`, () => {
  describe('of a site that is killed again and again', () => {
    test(
      'loses no e-mail, and sends none twice but with the same Message-ID',
      async () => {
        const mail = await startMail({ host: '127.0.0.1', port: 0 });
        const app = await openTestApp();
        const { db } = app;
        // Of before: it tells nobody.
        const chapter = { publishedAt: new Date(app.clock.now().getTime() - 3_600_000) };
        const { id: novelId } = await grow(app, 'Le Naufrage', 1, { chapter });
        const people = Array.from({ length: followers }, (_, index) => ({
          name: 'Lectrice',
          email: `lectrice-${index}@exemple.test`,
        }));
        const added = await db.insert(users).values(people).returning({ id: users.id });
        const agreed = { emailPace: 'at_once', emailAgreedAt: new Date() } as const;
        for (let from = 0; from < followers; from += 500) {
          const some = added.slice(from, from + 500);
          await db.insert(favorites).values(some.map(({ id }) => ({ userId: id, novelId })));
          await db.insert(noticeSettings).values(some.map(({ id }) => ({ userId: id, ...agreed })));
        }
        await grow(app, 'Le Naufrage', 2);
        const settings = {
          DATABASE_URL: app.config.databaseUrl,
          LOG_LEVEL: 'silent',
          MAIL_PER_SECOND: '200',
          ...mail.environment,
        };
        const port = await findPort();
        const { mailbox } = mail;
        const isDone = async () =>
          (await db.$count(outbox, isNotNull(outbox.sentAt))) === followers;
        /** Whose e-mails were noted as sent. */
        const noted = async () => {
          const rows = await db
            .select({ to: users.email })
            .from(outbox)
            .innerJoin(users, eq(users.id, outbox.userId))
            .where(isNotNull(outbox.sentAt));
          return new Set(rows.map(({ to }) => to));
        };
        /** What each killed site had handed over without a note of it. */
        const unnoted: number[] = [];
        let killed = 0;
        try {
          for (; killed < kills; killed++) {
            const site = await startBuiltSite(port, settings);
            // Some are killed while rows are made, the others while e-mails are sent.
            const before = mailbox.mails().length;
            const enough = before + ((killed * 7) % kills);
            for (let at = 0; mailbox.mails().length < enough && at < 4_000; at++) await wait(5);
            await site.close();
            // What it had sent to its end before is still taken.
            await wait(500);
            const isNoted = await noted();
            const taken = new Set(
              mailbox
                .mails()
                .slice(before)
                .map(({ to }) => to),
            );
            unnoted.push([...taken].filter((to) => !isNoted.has(to)).length);
            // Nobody is left: what the dead had claimed need not wait for the end of their leases.
            await db.update(outbox).set({ nextAttemptAt: new Date() }).where(isNull(outbox.sentAt));
          }
          const site = await startBuiltSite(port, settings);
          for (let at = 0; at < 1_200 && !(await isDone()); at++) await wait(250);
          await site.close();
        } finally {
          await app.close();
          await mail.stop();
        }
        expect(killed).toBe(kills);
        const idsOf = new Map<string, Set<string>>();
        for (const { to, raw } of mailbox.mails()) {
          const [, messageId = ''] = /^Message-ID:\s*(\S+)/im.exec(raw.toString()) ?? [];
          idsOf.set(to, (idsOf.get(to) ?? new Set()).add(messageId));
        }
        expect(idsOf.size).toBe(followers);
        expect([...idsOf].filter(([, ids]) => ids.size !== 1 || ids.has(''))).toEqual([]);
        // Copies are only of what the mail server had taken and no note was made of: what was on the
        // connections of a killed site.
        expect(unnoted.filter((count) => count > mailConnections)).toEqual([]);
        const copies = mailbox.mails().length - followers;
        const possible = unnoted.reduce((sum, count) => sum + count, 0);
        expect(copies).toBeLessThanOrEqual(possible);
      },
      timeoutMs,
    );
  });
});
