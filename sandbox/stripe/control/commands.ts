import { z } from 'zod';
import { deliveryModes } from '../delivery/courier.ts';
import { outageKinds } from '../outage.ts';
import { isReadyMethod } from '../payments/payment-method.ts';
import type { StripeControl } from './control.ts';

/** Returns the response as JSON; nothing for an empty one. */
type Command = (control: StripeControl, wish: unknown) => unknown;

function command<Schema extends z.ZodType>(
  schema: Schema,
  run: (control: StripeControl, wish: z.output<Schema>) => unknown,
): Command {
  return (control, wish) => run(control, schema.parse(wish));
}

const id = z.string().min(1);
/** Numbers are sent as text by the page's forms; an empty field is absent. */
const count = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number().int().min(1).optional(),
);
const ofSession = z.strictObject({ sessionId: id });

/**
 * Commands for other processes and people, by their name below `/_sandbox/`. Throws a ZodError
 * for invalid input, and what the control throws.
 */
export const commands: Record<string, Command> = {
  'set-delivery': command(z.strictObject({ mode: z.enum(deliveryModes) }), (control, { mode }) =>
    control.setDelivery(mode),
  ),
  'deliver-again': command(z.strictObject({ eventId: id }), (control, { eventId }) =>
    control.deliverAgain(eventId),
  ),
  'release-events': command(
    z.strictObject({ order: z.enum(['normal', 'reversed']).optional() }),
    (control, { order }) => ({ released: control.releaseEvents(order) }),
  ),
  idle: command(z.strictObject({}), (control) => control.idle()),
  'set-outage': command(
    z.strictObject({ kind: z.enum(outageKinds), delayMs: count, requests: count }),
    (control, outage) => control.setOutage(outage),
  ),
  'pay-session': command(
    ofSession.extend({ method: z.string().refine(isReadyMethod).optional() }),
    (control, { sessionId, method }) => ({ attempted: control.paySession(sessionId, method) }),
  ),
  'answer-bank': command(
    ofSession.extend({ answer: z.enum(['grant', 'refuse']) }),
    (control, { sessionId, answer }) => ({ attempted: control.answerBank(sessionId, answer) }),
  ),
  'settle-payment': command(ofSession, (control, { sessionId }) =>
    control.settlePayment(sessionId),
  ),
  'fail-payment': command(ofSession, (control, { sessionId }) => control.failPayment(sessionId)),
  'expire-session': command(ofSession, (control, { sessionId }) =>
    control.expireSession(sessionId),
  ),
  refund: command(ofSession.extend({ amountCents: count }), (control, wish) => ({
    refund: control.refund(wish.sessionId, wish.amountCents),
  })),
  'fail-refund': command(z.strictObject({ refundId: id }), (control, { refundId }) =>
    control.failRefund(refundId),
  ),
  'open-dispute': command(ofSession, (control, { sessionId }) => ({
    dispute: control.openDispute(sessionId),
  })),
  'close-dispute': command(
    z.strictObject({ disputeId: id, outcome: z.enum(['won', 'lost']) }),
    (control, { disputeId, outcome }) => control.closeDispute(disputeId, outcome),
  ),
  'pay-out': command(z.strictObject({}), (control) => ({ payout: control.payOut() })),
  'pay-foreign-session': command(z.strictObject({}), (control) => ({
    session: control.payForeignSession(),
  })),
  'delete-customer': command(z.strictObject({ customerId: id }), (control, { customerId }) =>
    control.deleteCustomer(customerId),
  ),
  list: command(z.strictObject({}), (control) => ({
    sessions: control.sessions(),
    refunds: control.refunds(),
    disputes: control.disputes(),
    events: control.events().map((event) => ({ ...event, ...control.delivery(event.id) })),
  })),
};
