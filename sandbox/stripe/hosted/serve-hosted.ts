import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from '../account.ts';
import { answerBank, pay, type Attempted } from '../payments/pay.ts';
import { readBody } from '../read-body.ts';
import type { SessionRecord } from '../tables.ts';
import { checkoutPage } from './checkout-page.ts';
import { authenticationPage, closedPage, unknownPage } from './other-pages.ts';
import { redirect, sendPage } from '#sandbox/page.ts';
import { readPaymentForm, type FieldErrors, type Written } from './payment-form.ts';
import { successAddress } from './return-address.ts';

const paths = /^\/c\/pay\/(cs_\w+)(\/authenticate)?$/;

/** Serves the pages below `/c/pay/`, where the buyer is sent to pay. */
export async function serveHosted(
  account: Account,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<void> {
  const [, id = '', step] = paths.exec(pathname) ?? [];
  const record = account.tables.sessions.get(id);
  if (!record) {
    sendPage(response, unknownPage(), 404);
    return;
  }
  const form =
    request.method === 'POST' ? new URLSearchParams((await readBody(request)) ?? '') : null;
  if (form === null) showPage(account, response, record, step !== undefined);
  else if (step === undefined) takePayment(account, response, record, form);
  else goOn(response, record, answerBank(account, record, form.get('answer') === 'grant'));
}

function showPage(
  account: Account,
  response: ServerResponse,
  record: SessionRecord,
  isBank: boolean,
): void {
  if (record.session.status !== 'open') {
    sendPage(response, closedPage(record.session, intentOf(account, record)));
  } else if (isBank && record.waiting) sendPage(response, authenticationPage(record));
  else sendCheckout(account, response, record);
}

function takePayment(
  account: Account,
  response: ServerResponse,
  record: SessionRecord,
  form: URLSearchParams,
): void {
  const { session } = record;
  const written: Written = Object.fromEntries(form);
  const customer = customerOf(account, record);
  const read = readPaymentForm(written, session, customer, account.nowSeconds());
  if (!read.ok && session.status === 'open') {
    sendCheckout(account, response, record, written, read.errors);
    return;
  }
  goOn(response, record, read.ok ? pay(account, record, read.method, read.buyer) : 'closed');
}

/** A form always ends in a redirect, so that a reload sends nothing twice. */
function goOn(
  response: ServerResponse,
  { id, session }: SessionRecord,
  attempted: Attempted,
): void {
  if (attempted === 'requires_action') redirect(response, `/c/pay/${id}/authenticate`);
  else if (session.status === 'complete') redirect(response, successAddress(session));
  else redirect(response, `/c/pay/${id}`);
}

function sendCheckout(
  account: Account,
  response: ServerResponse,
  record: SessionRecord,
  written?: Written,
  errors?: FieldErrors,
): void {
  const intent = intentOf(account, record);
  const customer = customerOf(account, record);
  sendPage(
    response,
    checkoutPage({
      record,
      customer,
      intent,
      ...(written && { written }),
      ...(errors && { errors }),
    }),
  );
}

function customerOf({ tables }: Account, { session }: SessionRecord) {
  return tables.customers.get(session.customer ?? '') ?? null;
}

function intentOf({ tables }: Account, { session }: SessionRecord) {
  return tables.paymentIntents.get(session.payment_intent ?? '') ?? null;
}
