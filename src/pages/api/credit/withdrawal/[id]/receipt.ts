import { getWithdrawalReceipt } from '../../../../../lib/shared/contracts/credits.ts';
import { messages } from '../../../../../lib/shared/messages.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../../lib/server/http/refusal.ts';
import { findWithdrawalReceipt } from '../../../../../lib/server/invoices/find-invoice.ts';
import { renderWithdrawalReceiptPdf } from '../../../../../lib/server/invoices/withdrawal-receipt-pdf.ts';

export const GET = endpoint(getWithdrawalReceipt, requireUser, async ({ app, caller, params }) => {
  const receipt = await findWithdrawalReceipt(app.db, caller.user.id, params.id);
  if (!receipt) return refuse('NOT_FOUND', messages.transactionMissing);
  const file = await renderWithdrawalReceiptPdf(receipt);
  return { file, type: 'application/pdf', name: `retractation_${params.id}.pdf` };
});
