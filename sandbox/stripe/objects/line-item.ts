import { newId, newProductId } from '../ids.ts';
import type { LineItem } from '../wire.ts';

/** A line of a session, with its own price. `unitCents` is per piece. */
export function newLineItem(line: {
  created: number;
  currency: string;
  name: string;
  quantity: number;
  unitCents: number;
}): LineItem {
  const { created, currency, name, quantity, unitCents } = line;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: unitCents * quantity,
    amount_tax: 0,
    amount_total: unitCents * quantity,
    currency,
    description: name,
    metadata: {},
    price: {
      id: newId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created,
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newProductId(),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: unitCents,
      unit_amount_decimal: String(unitCents),
    },
    quantity,
  };
}
