import {
  getBillingInfo,
  createCheckoutSession,
  getPaymentSession,
  listTransactions as listTransactionsCall,
  withdrawPurchase,
  purchaseCredits,
} from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import {
  closeTransfer as settleTransferCall,
  listTransfers as listTransfersCall,
} from '#shared/contracts/transfers.ts';
import {
  answerDeclaration as answerDeclarationCall,
  listDeclarations as listDeclarationsCall,
} from '#shared/contracts/declarations.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requirePower, requireUser } from '#server/people/identity/guards.ts';
import { findLastBilling, listTransactions } from './transactions.ts';
import { isRefusal, refuse } from '#server/core/http/refusal.ts';
import { networkCountryOf } from '#server/core/http/address.ts';
import { startCheckout } from './start-checkout.ts';
import { findPaymentResult } from './payment-result.ts';
import { isPaymentUnavailable } from './stripe-errors.ts';
import { onPurchase, refundWithdrawal, withdraw } from './withdraw.ts';
import { findPack } from '../credits/packs.ts';
import { findTransfer, listTransfers } from './list-transfers.ts';
import { onTransfer, closeTransfer } from './close-transfer.ts';
import { answerDeclaration, listDeclarations, onDeclaration } from './declare-withdrawal.ts';

export const calls = [
  endpoint(getBillingInfo, requireUser, async ({ app, caller }) => ({
    billingInfo: await findLastBilling(app.db, caller.user.id),
  })),

  endpoint(createCheckoutSession, requireUser, async ({ app, caller, body, requestHeaders }) => {
    const { planId: packId, billingInfo: buyer, ...more } = body;
    const networkCountry = networkCountryOf(app.config, requestHeaders);
    const order = { ...more, packId, buyer, networkCountry };
    const started = await startCheckout(app, caller.user, order);
    return isRefusal(started) ? started : { id: started.sessionId, url: started.url };
  }),

  endpoint(getPaymentSession, requireUser, ({ app, caller, params }) =>
    findPaymentResult(app, caller.user.id, params.sessionId),
  ),

  endpoint(listTransactionsCall, requireUser, ({ app, caller, params }) =>
    params.userId === caller.user.id
      ? listTransactions(app, caller.user.id)
      : refuse('FORBIDDEN', messages.forbidden),
  ),

  endpoint(withdrawPurchase, [requireUser, onPurchase], async ({ app, caller, params, body }) => {
    const withdrawn = await withdraw(app, {
      userId: caller.user.id,
      transactionId: params.id,
      expectedCredits: body.credits,
    });
    if (isRefusal(withdrawn)) return withdrawn;
    const { payments } = app;
    if (payments) {
      await refundWithdrawal({ ...app, payments }, withdrawn.withdrawalId).catch(
        (error: unknown) => {
          // The declaration is stored: the reconciliation pays it later.
          if (!isPaymentUnavailable(error)) throw error;
          app.log.error(
            { err: error, withdrawalId: withdrawn.withdrawalId },
            'a withdrawal is owed',
          );
        },
      );
    }
    const { credits, amountCents: amount, remainingCredits } = withdrawn;
    return { credits, amount, remainingCredits };
  }),

  endpoint(purchaseCredits, requireUser, async ({ app, caller, body, requestHeaders }) => {
    const { packageId: packId, amount, billingInfo: buyer, ...more } = body;
    if (app.payments && !more.rest && findPack(app.config, packId)?.credits !== amount) {
      return refuse('MALFORMED', messages.packMissing, {
        errors: [{ field: 'packageId', message: messages.packMissing }],
      });
    }
    const networkCountry = networkCountryOf(app.config, requestHeaders);
    const order = { ...more, packId, buyer, networkCountry };
    const started = await startCheckout(app, caller.user, order);
    if (isRefusal(started)) return started;
    return { success: true as const, url: started.url, updatedCredits: caller.user.credits };
  }),

  endpoint(
    settleTransferCall,
    [requirePower('moveMoney'), onTransfer],
    async ({ app, caller, params, body }) => {
      const { reference, paidOn, amount: amountCents } = body;
      const transfer = { withdrawalId: params.id, reference, paidOn, amountCents };
      const refusal = await closeTransfer(app, { ...transfer, settledBy: caller.user.id });
      if (refusal) return refusal;
      const closed = await findTransfer(app.db, params.id);
      return closed ?? refuse('NOT_FOUND', messages.settlement.missing);
    },
  ),

  endpoint(listTransfersCall, requirePower('moveMoney'), ({ app, query }) =>
    listTransfers(app.db, query.state),
  ),

  endpoint(listDeclarationsCall, requirePower('moveMoney'), ({ app, query }) =>
    listDeclarations(app.db, query.state),
  ),

  endpoint(
    answerDeclarationCall,
    [requirePower('moveMoney'), onDeclaration],
    ({ app, caller, params, body }) =>
      answerDeclaration(app, { id: params.id, note: body.note, adminId: caller.user.id }),
  ),
];
