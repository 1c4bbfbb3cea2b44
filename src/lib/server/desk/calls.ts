import { v7 as uuidv7 } from 'uuid';
import * as desk from '#shared/contracts/desk.ts';
import * as orders from '#shared/contracts/desk-orders.ts';
import { messages } from '#shared/messages.ts';
import { logWords } from '#shared/site/desk-words.ts';
import { parisDay } from '#shared/site/formats.ts';
import { exportAccount } from '#server/account/export-account.ts';
import { unblockReader } from '#server/community/blocked-readers.ts';
import { csvHead, csvLine, instantCell } from '#server/core/csv.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Cursor } from '#server/core/http/cursor.ts';
import { toByteStream } from '#server/core/http/byte-stream.ts';
import { encodeCursor, readCursor } from '#server/core/http/cursor.ts';
import { isRefusal, refuse } from '#server/core/http/refusal.ts';
import { findInvoice } from '#server/money/invoices/find-invoice.ts';
import { renderInvoicePdf } from '#server/money/invoices/invoice-pdf.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { requirePower } from '#server/people/identity/guards.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { blockRefunds } from './block-refunds.ts';
import { readLog, type LogFilter } from './log.ts';
import { checkOrder, endOrder, onOrder, refundOrder } from './orders.ts';
import { readOrder } from './read-order.ts';
import { readPerson } from './read-person.ts';
import { searchDesk } from './search.ts';
import * as acts from './staff-acts.ts';
import { actOf, onAccount, onOther, onShell } from './staff-acts.ts';
import { listWaiting } from './waiting.ts';

const done = { success: true as const };

export const calls = [
  endpoint(desk.searchDesk, requirePower('seeDesk'), ({ app, caller, query }) =>
    searchDesk(app.db, caller.user, query.q),
  ),

  endpoint(orders.listWaiting, requirePower('seeDesk'), ({ app, caller }) =>
    listWaiting(app, caller.user),
  ),

  endpoint(orders.getDeskOrder, [requirePower('seeDesk'), onOrder], ({ app, caller, found }) =>
    readOrder(app, caller.user, found),
  ),

  endpoint(
    orders.getDeskDocument,
    [requirePower('seeMoney'), onOrder],
    async ({ app, found: { id, userId }, query: { note } }) => {
      const which = note === undefined ? { transactionId: id } : { creditNoteId: note };
      const found = await findInvoice(app.db, userId, which);
      if (!found) return refuse('NOT_FOUND', messages.invoiceMissing);
      const file = await renderInvoicePdf(found);
      const name = note === undefined ? `facture_${id}.pdf` : `avoir_${note}.pdf`;
      return { file, type: 'application/pdf', name };
    },
  ),

  endpoint(
    orders.refundOrder,
    [requirePower('moveMoney'), onOrder],
    async ({ app, caller, found: order, body }) => {
      const wanted = { order, amountCents: body.amount };
      const asked = `${order.id}:${body.amount}`;
      return (await refundOrder(app, actOf(caller, order.userId, body, asked), wanted)) ?? done;
    },
  ),

  endpoint(
    orders.blockRefunds,
    [requirePower('moveMoney'), onOrder],
    async ({ app, caller, found: order, body }) => {
      const act = actOf(caller, order.userId, body, order.id);
      return (await blockRefunds(app, act, order, body.isBlocked)) ?? done;
    },
  ),

  endpoint(
    orders.endOrder,
    [requirePower('moveMoney'), onOrder],
    async ({ app, caller, found: order, body }) =>
      (await endOrder(app, actOf(caller, order.userId, body, order.id), order)) ?? done,
  ),

  endpoint(
    orders.checkOrder,
    [requirePower('moveMoney'), onOrder],
    async ({ app, caller, found: order, body }) =>
      (await checkOrder(app, actOf(caller, order.userId, body, order.id), order)) ?? done,
  ),

  endpoint(desk.listDeskLog, requirePower('seeDesk'), async ({ app, caller, query }) => {
    const { cursor, ...filter } = query;
    const after = readCursor(cursor);
    if (isRefusal(after)) return after;
    const { entries, next } = await readLog(app.db, caller.user, filter, after);
    return { entries, nextCursor: next && encodeCursor(next) };
  }),

  endpoint(desk.exportDeskLog, requirePower('seeDesk'), ({ app, caller, query }) => ({
    stream: toByteStream(logFile(app.db, caller.user, query), (error) => {
      app.log.error({ err: error, userId: caller.user.id }, 'a file of the log broke off');
    }),
    type: 'text/csv; charset=utf-8',
    name: `journal-feuilleton_${parisDay(app.clock.now())}.csv`,
  })),

  endpoint(desk.getDeskPerson, [requirePower('seeDesk'), onShell], ({ app, caller, found }) =>
    readPerson(app, caller.user, found),
  ),

  endpoint(
    desk.addStaffNote,
    [requirePower('help'), onAccount],
    async ({ app, caller, params, body }) => {
      const note = { id: body.key, userId: params.id, writerId: caller.user.id, text: body.text };
      return (await acts.addNote(app, note)) ?? done;
    },
  ),

  endpoint(
    desk.endPersonSessions,
    [requirePower('help'), onOther],
    async ({ app, caller, params, body }) =>
      (await acts.endSessions(app, actOf(caller, params.id, body))) ?? done,
  ),

  endpoint(
    desk.liftPersonLocks,
    [requirePower('help'), onOther],
    async ({ app, caller, params, body }) =>
      (await acts.liftLocks(app, actOf(caller, params.id, body))) ?? done,
  ),

  endpoint(
    desk.unblockPerson,
    [requirePower('moderate'), onOther],
    async ({ app, caller, params, body: { authorId, reason } }) => {
      const by = { actorId: caller.user.id, reason };
      await unblockReader(app, { authorId, userId: params.id }, by);
      return done;
    },
  ),

  endpoint(
    desk.resendInvoice,
    [requirePower('help'), onOrder],
    async ({ app, caller, found, body }) =>
      (await acts.sendInvoice(app, actOf(caller, found.userId, body, found.id), found.id)) ?? done,
  ),

  endpoint(
    desk.adjustPersonCredits,
    [requirePower('moveMoney'), onAccount],
    async ({ app, caller, params, body }) =>
      (await acts.adjustCredits(
        app,
        actOf(caller, params.id, body, String(body.credits)),
        body.credits,
      )) ?? done,
  ),

  endpoint(
    desk.erasePerson,
    // Erased too: a repetition whose answer was lost.
    [requirePower('handAccounts'), onShell],
    async ({ app, caller, params, body }) => {
      const refusal = await acts.erase(app, actOf(caller, params.id, body), body);
      if (refusal) return refusal;
      app.log.info({ userId: params.id, actorId: caller.user.id }, 'account erased by the desk');
      return done;
    },
  ),

  endpoint(
    desk.exportPerson,
    [requirePower('handAccounts'), onAccount],
    async ({ app, caller, params, isHead }) => {
      const act = actOf(caller, params.id, { reason: '', key: uuidv7() });
      const refusal = isHead
        ? null
        : await acts.actOnce(app, 'account.exported', act, () => Promise.resolve({}));
      if (refusal) return refuse('NOT_FOUND', messages.personMissing);
      return {
        stream: toByteStream(exportAccount(app, params.id), (error) => {
          app.log.error({ err: error, userId: params.id }, 'an export broke off');
        }),
        type: 'application/json; charset=utf-8',
        // Of whom it is: staff may have several.
        name: `donnees-${params.id}_${parisDay(app.clock.now())}.json`,
      };
    },
  ),
];

const logColumns = 'Date Quoi Par Personne Identifiant Avant Après Montant Commande Motif'.split(
  ' ',
);
const logFilePageSize = 1_000;

/** The log as CSV, page by page: all that the filter leaves. */
async function* logFile(
  db: Database,
  reader: Pick<User, 'role'>,
  filter: LogFilter,
): AsyncGenerator<string> {
  yield csvHead(logColumns);
  let cursor: Cursor | null = null;
  do {
    const page = await readLog(db, reader, filter, cursor, logFilePageSize);
    yield page.entries.map(logLine).join('');
    cursor = page.next;
  } while (cursor !== null);
}

const logLine = (entry: desk.LogEntry): string => {
  const { at, what, actor, person, before, after, amount, order, reason } = entry;
  return csvLine([
    instantCell(new Date(at)),
    logWords[what] ?? what,
    actor,
    person?.name ?? null,
    person?._id ?? null,
    before,
    after,
    amount,
    order?.number ?? null,
    reason,
  ]);
};
