import { getCreditNote } from '../../../../lib/shared/contracts/credits.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';
import { findInvoice } from '../../../../lib/server/invoices/find-invoice.ts';
import { renderInvoicePdf } from '../../../../lib/server/invoices/invoice-pdf.ts';

export const GET = endpoint(getCreditNote, requireUser, async ({ app, caller, params }) => {
  const note = await findInvoice(app.db, caller.user.id, { creditNoteId: params.id });
  if (!note) return refuse('NOT_FOUND', messages.invoiceMissing);
  const file = await renderInvoicePdf(note);
  return { file, type: 'application/pdf', name: `avoir_${params.id}.pdf` };
});
