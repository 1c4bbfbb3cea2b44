import type { Account } from '../account.ts';
import { Refusal } from '../refusal.ts';
import { pageOf } from './page-of.ts';

type Node = Record<string, unknown>;

const depthMax = 4;

/** What can be expanded in place of an id, by the object's kind. */
const expandable: Record<string, readonly string[]> = {
  'checkout.session': ['customer', 'payment_intent', 'line_items'],
  payment_intent: ['customer', 'latest_charge'],
  charge: ['customer', 'payment_intent', 'refunds'],
  refund: ['charge', 'payment_intent'],
  dispute: ['charge', 'payment_intent'],
  balance_transaction: ['source'],
};

/**
 * A copy of a response with expanded objects at the paths:
 * https://docs.stripe.com/api/expanding_objects
 */
export function expanded(account: Account, answer: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(answer) as Node;
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > depthMax) throw refusal(path);
    expandAt(account, copy, names, path);
  }
  return copy;
}

function expandAt(account: Account, node: Node, names: readonly string[], path: string): void {
  const [name, ...rest] = names;
  if (name === undefined) return;
  if (node.object === 'list' && name === 'data') {
    for (const item of node.data as Node[]) expandAt(account, item, rest, path);
    return;
  }
  if (!expandable[String(node.object)]?.includes(name)) throw refusal(path);
  const value = wholeOf(account, node, name);
  if (value === null) return;
  node[name] = value;
  expandAt(account, value, rest, path);
}

/** The object that `name` refers to; null for none. An expanded one stays. */
function wholeOf(account: Account, node: Node, name: string): Node | null {
  const { tables } = account;
  const id = node[name];
  if (typeof id === 'object' && id !== null) return id as Node;
  if (name === 'line_items') {
    const lines = tables.sessions.get(String(node.id))?.lineItems ?? [];
    const url = `/v1/checkout/sessions/${String(node.id)}/line_items`;
    return structuredClone({ object: 'list', data: lines, has_more: false, url });
  }
  if (name === 'refunds') {
    const ofCharge = [...tables.refunds.values()].filter(({ charge }) => charge === node.id);
    return structuredClone(pageOf(ofCharge, {}, `/v1/charges/${String(node.id)}/refunds`));
  }
  if (typeof id !== 'string') return null;
  if (name === 'source') {
    const { charges, refunds, disputes, payouts } = tables;
    const source =
      charges.get(id) ?? refunds.get(id) ?? disputes.get(id) ?? payouts.get(id)?.payout;
    return source ? (structuredClone(source) as unknown as Node) : null;
  }
  const found = {
    customer: tables.customers,
    payment_intent: tables.paymentIntents,
    latest_charge: tables.charges,
    charge: tables.charges,
  }[name]?.get(id);
  return found ? (structuredClone(found) as unknown as Node) : null;
}

function refusal(path: string): Refusal {
  return new Refusal(400, `This property cannot be expanded (${path}).`, { param: 'expand' });
}
