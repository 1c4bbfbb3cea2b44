import { getCreditNote, getInvoice, getWithdrawalReceipt } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { refuse } from '#server/core/http/refusal.ts';
import { findInvoice, findWithdrawalReceipt } from './find-invoice.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import { renderWithdrawalReceiptPdf } from './withdrawal-receipt-pdf.ts';

export const calls = [
  endpoint(getCreditNote, requireUser, async ({ app, caller, params }) => {
    const note = await findInvoice(app.db, caller.user.id, { creditNoteId: params.id });
    if (!note) return refuse('NOT_FOUND', messages.invoiceMissing);
    const file = await renderInvoicePdf(note);
    return { file, type: 'application/pdf', name: `avoir_${params.id}.pdf` };
  }),

  endpoint(getInvoice, requireUser, async ({ app, caller, params }) => {
    const transactionId = params.id;
    const invoice = await findInvoice(app.db, caller.user.id, { transactionId });
    if (!invoice) return refuse('NOT_FOUND', messages.invoiceMissing);
    const file = await renderInvoicePdf(invoice);
    return { file, type: 'application/pdf', name: `facture_${transactionId}.pdf` };
  }),

  endpoint(getWithdrawalReceipt, requireUser, async ({ app, caller, params }) => {
    const receipt = await findWithdrawalReceipt(app.db, caller.user.id, params.id);
    if (!receipt) return refuse('NOT_FOUND', messages.transactionMissing);
    const file = await renderWithdrawalReceiptPdf(receipt);
    return { file, type: 'application/pdf', name: `retractation_${params.id}.pdf` };
  }),
];
