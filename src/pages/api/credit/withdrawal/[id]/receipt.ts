import { getWithdrawalReceipt } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { findWithdrawalReceipt } from '#server/invoices/find-invoice.ts';
import { renderWithdrawalReceiptPdf } from '#server/invoices/withdrawal-receipt-pdf.ts';

export const GET = endpoint(getWithdrawalReceipt, requireUser, async ({ app, caller, params }) => {
  const receipt = await findWithdrawalReceipt(app.db, caller.user.id, params.id);
  if (!receipt) return refuse('NOT_FOUND', messages.transactionMissing);
  const file = await renderWithdrawalReceiptPdf(receipt);
  return { file, type: 'application/pdf', name: `retractation_${params.id}.pdf` };
});
