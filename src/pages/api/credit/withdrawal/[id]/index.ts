import { withdrawPurchase } from '#shared/contracts/credits.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { isPaymentUnavailable } from '#server/payments/stripe-errors.ts';
import { onPurchase, refundWithdrawal, withdraw } from '#server/payments/withdraw.ts';

export const POST = endpoint(
  withdrawPurchase,
  [requireUser, onPurchase],
  async ({ app, caller, params, body }) => {
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
  },
);
