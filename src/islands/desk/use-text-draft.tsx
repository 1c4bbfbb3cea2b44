import type { RefObject } from 'react';
import type { Elements } from '../ui/elements.ts';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { useSession } from '../ui/use-session.ts';
import { useStoredDraft } from '../ui/use-stored-draft.ts';
import { useUnsavedWork } from '../ui/use-unsaved-work.ts';

const parseText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Stores the text of a form's text area if the session ends, and offers it there the next time.
 * @param subject which form on this page.
 * @returns the offer, and what to call when the form was sent.
 */
export function useTextDraft(
  form: RefObject<HTMLFormElement | null>,
  subject: string,
): [offer: Elements, finish: () => void] {
  const session = useSession();
  const personId = session.kind === 'signed-in' ? session.user._id : '';
  const page = location.pathname + location.search;
  const place = { form: 'desk', personId, subject: `${page} ${subject}` } as const;
  const area = () => form.current?.querySelector('textarea');
  const draft = useStoredDraft(place, parseText);
  const dropUnsaved = useUnsavedWork(place, () => area()?.value.trim() || null);
  const fill = (text: string) => {
    const field = area();
    if (field) field.value = text;
    field?.focus();
  };
  const finish = () => {
    draft.finish();
    if (draft.stored === null) dropUnsaved();
  };
  const offer = (
    <DraftOffer
      draft={draft}
      words={(text) => text}
      onTaken={fill}
      onDeclined={() => area()?.focus()}
    />
  );
  return [offer, finish];
}
