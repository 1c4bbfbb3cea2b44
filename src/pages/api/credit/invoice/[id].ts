import { getInvoice } from '../../../../lib/shared/contracts/credits.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';
import { findInvoice } from '../../../../lib/server/invoices/find-invoice.ts';
import { renderInvoicePdf } from '../../../../lib/server/invoices/invoice-pdf.ts';

export const GET = endpoint(getInvoice, requireUser, async ({ app, caller, params }) => {
  const transactionId = params.id;
  const invoice = await findInvoice(app.db, caller.user.id, { transactionId });
  if (!invoice) return refuse('NOT_FOUND', messages.invoiceMissing);
  const file = await renderInvoicePdf(invoice);
  return { file, type: 'application/pdf', name: `facture_${transactionId}.pdf` };
});
