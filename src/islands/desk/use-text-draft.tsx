import type { RefObject } from 'react';
import type { Elements } from '../ui/elements.ts';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { useSession } from '../ui/use-session.ts';
import { useStoredDraft } from '../ui/use-stored-draft.ts';
import { useUnsavedWork } from '../ui/use-unsaved-work.ts';

type Texts = Record<string, string>;

const areasOf = (form: HTMLFormElement | null) => [...(form?.querySelectorAll('textarea') ?? [])];

function readTexts(form: HTMLFormElement | null): Texts | null {
  const written = areasOf(form).filter(({ value }) => value.trim() !== '');
  if (written.length === 0) return null;
  return Object.fromEntries(written.map(({ name, value }) => [name, value]));
}

/** Parses a stored draft; null if it is invalid. */
function parseTexts(value: unknown): Texts | null {
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text]] : [],
    ),
  );
}

/**
 * Stores what is written in a form's text areas if the session ends, and offers it there the next time.
 * @param subject which form on this page.
 * @returns the offer, and what to call when the form was sent.
 */
export function useTextDraft(
  form: RefObject<HTMLFormElement | null>,
  subject: string,
): [offer: Elements, finish: () => void] {
  const session = useSession();
  const personId = session.kind === 'signed-in' ? session.user._id : '';
  const { pathname, search } = location;
  const place = { form: 'desk', personId, subject: `${pathname}${search} ${subject}` } as const;
  const draft = useStoredDraft(place, parseTexts);
  const dropUnsaved = useUnsavedWork(place, () => readTexts(form.current));
  const fill = (texts: Texts) => {
    for (const area of areasOf(form.current)) area.value = texts[area.name] ?? area.value;
  };
  const focus = () => areasOf(form.current)[0]?.focus();
  const offer = (
    <DraftOffer
      draft={draft}
      words={(texts) => Object.values(texts).join(' ')}
      onTaken={(texts) => {
        fill(texts);
        focus();
      }}
      onDeclined={focus}
    />
  );
  return [
    offer,
    () => {
      draft.finish();
      if (draft.stored === null) dropUnsaved();
    },
  ];
}
