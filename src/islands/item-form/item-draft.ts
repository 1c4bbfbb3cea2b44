import type { ItemBody } from '#shared/contracts/items.ts';

/** The values of an item's form, as typed. */
export type ItemDraft = { name: string; description: string; price: string };

export const draftOf = (item: ItemBody | null): ItemDraft => ({
  name: item?.name ?? '',
  description: item?.description ?? '',
  price: item === null ? '' : String(item.price),
});

/** Parses a saved draft; null if it is invalid. */
export function parseItemDraft(value: unknown): ItemDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, description, price }: Record<string, unknown> = { ...value };
  if (typeof name !== 'string' || typeof description !== 'string') return null;
  return typeof price === 'string' ? { name, description, price } : null;
}
