import type { APIContext } from 'astro';
import { declarationFields, type DeclarationFields } from '#shared/contracts/declarations.ts';
import { paths } from '#shared/site/paths.ts';
import { readFields } from '#server/core/http/read-body.ts';
import { isRefusal, refusalResponse } from '#server/core/http/refusal.ts';
import { sellerOf } from '../invoices/invoice-document.ts';
import { declareWithdrawal, findDeclaration, type Declaration } from './declare-withdrawal.ts';

type Field = keyof DeclarationFields;

/** The form as it is shown again: what was typed, and what is wrong with it. */
export type DeclarationForm = {
  values: Record<Field, string>;
  errors: Partial<Record<Field, string>>;
  /** Why it cannot be sent now, under no field. */
  refusal: string | null;
};

/** Where somebody is between the form and its receipt. */
export type DeclarationStep =
  | ({ step: 'fill'; status: 400 | 429 } & DeclarationForm)
  | { step: 'check'; fields: DeclarationFields }
  | { step: 'done'; declaration: Declaration };

/**
 * Reads what the withdrawal page's form posts, which needs no JavaScript: `etape` is `confirmer` to
 * declare, `accuse` for the receipt as PDF, anything else to see what will be declared. Nothing in it is
 * known to be somebody's, so no answer depends on whether there is such a purchase.
 */
export async function readDeclarationForm({
  request,
  locals,
}: Pick<APIContext, 'request' | 'locals'>): Promise<DeclarationStep | Response> {
  const { app, address } = locals;
  const elsewhere = new Response(null, { status: 303, headers: { location: paths.withdrawal } });
  const form = await readFields(request, locals);
  if (isRefusal(form)) return refusalResponse(form);
  const values = {
    name: form.get('name') ?? '',
    invoiceNumber: form.get('invoiceNumber') ?? '',
    email: form.get('email') ?? '',
  };
  const email = app.config.publisher.PUBLISHER_EMAIL;
  const busy = {
    ...({ step: 'fill', status: 429, values, errors: {} } as const),
    refusal: `Trop de déclarations viennent d’arriver de votre connexion ou pour cette adresse. Réessayez dans une heure, au plus tard demain, ou écrivez à ${email}\u00A0: votre rétractation y vaut autant.`,
  };
  const step = form.get('etape');
  const limited = step === 'confirmer' ? 'declaration' : 'payment';
  if ((await app.rateLimit.consume(limited, { address })) !== null) return busy;
  const parsed = declarationFields.safeParse(values);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => [path[0], message] as const);
    const errors = Object.fromEntries(wrong.toReversed()) as DeclarationForm['errors'];
    return { step: 'fill', status: 400, values, errors, refusal: null };
  }
  const fields = parsed.data;
  if (step === 'accuse') {
    const declaration = await findDeclaration(app.db, fields);
    // Only who has just been shown it: what others declared is nobody else's.
    if (declaration?.id !== form.get('reference')) return elsewhere;
    const { renderDeclarationReceiptPdf } = await import('../invoices/declaration-receipt-pdf.ts');
    const seller = sellerOf(app.config.publisher);
    const file = await renderDeclarationReceiptPdf({ ...declaration, seller });
    return new Response(Uint8Array.from(file), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="retractation_${declaration.id}.pdf"`,
        'cache-control': 'private, no-store',
      },
    });
  }
  if (step !== 'confirmer') return { step: 'check', fields };
  const declaration = await declareWithdrawal(app, fields);
  return isRefusal(declaration) ? busy : { step: 'done', declaration };
}
