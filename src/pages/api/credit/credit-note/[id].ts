import { getCreditNote } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { findInvoice } from '#server/invoices/find-invoice.ts';
import { renderInvoicePdf } from '#server/invoices/invoice-pdf.ts';

export const GET = endpoint(getCreditNote, requireUser, async ({ app, caller, params }) => {
  const note = await findInvoice(app.db, caller.user.id, { creditNoteId: params.id });
  if (!note) return refuse('NOT_FOUND', messages.invoiceMissing);
  const file = await renderInvoicePdf(note);
  return { file, type: 'application/pdf', name: `avoir_${params.id}.pdf` };
});
