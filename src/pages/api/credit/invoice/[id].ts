import { getInvoice } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { findInvoice } from '#server/invoices/find-invoice.ts';
import { renderInvoicePdf } from '#server/invoices/invoice-pdf.ts';

export const GET = endpoint(getInvoice, requireUser, async ({ app, caller, params }) => {
  const transactionId = params.id;
  const invoice = await findInvoice(app.db, caller.user.id, { transactionId });
  if (!invoice) return refuse('NOT_FOUND', messages.invoiceMissing);
  const file = await renderInvoicePdf(invoice);
  return { file, type: 'application/pdf', name: `facture_${transactionId}.pdf` };
});
