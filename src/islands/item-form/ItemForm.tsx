import { Fragment, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { itemLimits } from '#shared/constants.ts';
import { addItem, updateItem, type ItemBody } from '#shared/contracts/items.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import type { Failure } from '#browser/outcome.ts';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { Button, ButtonLink } from '../ui/button/Button.tsx';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { useStoredDraft } from '../ui/use-stored-draft.ts';
import { focusField, useSubmit } from '../ui/use-submit.ts';
import { useUnsavedWork } from '../ui/use-unsaved-work.ts';

type Props = { item: ItemBody | null; personId: string };

/** Adds or edits an item. Name and price are required; the server validates the rest. */
export function ItemForm({ item, personId }: Props) {
  const place = { form: 'item', personId, subject: item?._id ?? 'new' } as const;
  const draft = useStoredDraft(place, parseItemDraft);
  /** Initial values of the fields. A new object remounts them. */
  const [begun, setBegun] = useState(() => draftOf(item));
  const [isTouched, setTouched] = useState(false);
  useUnsavedWork(place, () => (isTouched && form.current ? readTyped(form.current) : null));
  const [isLeaving, setLeaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const { onSubmit, isPending, sentence } = useSubmit(async (element) => {
    // Saved; the page is navigating away.
    if (isLeaving) return null;
    const body = readFields(element);
    if (body.name === '' || Number.isNaN(body.price)) {
      const field = body.name === '' ? 'name' : 'price';
      const message = messages.itemIncomplete;
      return { sentence: message, errors: [{ field, message }] };
    }
    const outcome = item
      ? await call(updateItem, { params: { id: item._id }, body })
      : await call(addItem, { body });
    if (!outcome.ok) return { sentence: itemFailureSentence(outcome) };
    setLeaving(true);
    setTouched(false);
    draft.finish();
    location.assign(paths.home);
    return null;
  });
  const isBusy = isPending || isLeaving;

  // The pressed button is gone.
  const focusFirst = () => setTimeout(() => form.current && focusField(form.current, 'name'));

  return (
    <form
      className="item-form"
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onInput={() => setTouched(true)}
    >
      <DraftOffer
        draft={draft}
        words={({ name }) => name}
        onTaken={(stored) => {
          setBegun(stored);
          setTouched(true);
          focusFirst();
        }}
        onDeclined={focusFirst}
      />
      <Fragment key={JSON.stringify(begun)}>
        <TextField
          name="name"
          label="Nom*"
          required
          maxLength={itemLimits.nameCharacters}
          defaultValue={begun.name}
        />
        <TextArea
          name="description"
          label="Description"
          rows={6}
          maxLength={itemLimits.descriptionCharacters}
          defaultValue={begun.description}
        />
        <TextField
          name="price"
          label="Prix*"
          type="number"
          required
          min="0"
          max={itemLimits.priceEurosMax}
          step="0.01"
          inputMode="decimal"
          defaultValue={begun.price}
        />
      </Fragment>
      <FailureNotice sentence={sentence} />
      <div className="item-actions">
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Chargement...' : item ? 'Mettre à jour' : 'Ajouter'}
        </Button>
        <ButtonLink variant="quiet" href={paths.home}>
          Annuler
        </ButtonLink>
      </div>
    </form>
  );
}

function readTyped(form: HTMLFormElement): ItemDraft {
  const data = new FormData(form);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), description: text('description'), price: text('price') };
}

function readFields(form: HTMLFormElement) {
  const { name, description, price } = readTyped(form);
  return {
    name: name.trim(),
    description: description.trim(),
    price: price.trim() === '' ? Number.NaN : Number(price),
  };
}

/** The specification's message (section 8), and errors by field if any. */
function itemFailureSentence({ isRateLimited, errors = [] }: Failure): string {
  if (isRateLimited) return messages.rateLimited;
  const details = errors.map(({ message }) => message).join(' ');
  return details ? `${messages.itemSaveFailed}. ${details}` : messages.itemSaveFailed;
}

/** The values of an item's form, as typed. */
type ItemDraft = { name: string; description: string; price: string };

const draftOf = (item: ItemBody | null): ItemDraft => ({
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
