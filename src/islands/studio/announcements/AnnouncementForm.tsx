import { useEffect, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import {
  addAnnouncement,
  editAnnouncement,
  type AnnouncementBody,
} from '#shared/contracts/announcements.ts';
import { announcementLimits } from '#shared/constants.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { messages } from '#shared/messages.ts';
import { DraftOffer } from '#islands/ui/DraftOffer.tsx';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { TextArea, TextField } from '#islands/ui/field/TextField.tsx';
import { useStoredDraft } from '#islands/ui/use-stored-draft.ts';
import { focusField, useSubmit } from '#islands/ui/use-submit.ts';
import { useUnsavedWork } from '#islands/ui/use-unsaved-work.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { announcementPlace, parseAnnouncementDraft } from './drafts.ts';

type Props = {
  novelId: string;
  userId: string;
  /** The one to change; null for a new one. */
  announcement: AnnouncementBody | null;
  /** Opened to offer a saved draft, not by a click: not focused. */
  isOffered?: boolean;
  /** None was sent to followers today. */
  canSend: boolean;
  onSaved: (announcement: AnnouncementBody) => void;
  onCancel: () => void;
};

const { titleCharacters, textCharacters } = announcementLimits;

/** Writes or changes an announcement. */
export function AnnouncementForm(props: Props) {
  const { novelId, userId, announcement, isOffered = false, canSend, onSaved, onCancel } = props;
  const [title, setTitle] = useState(announcement?.title ?? '');
  const [text, setText] = useState(announcement?.text ?? '');
  const [isSent, setSent] = useState(canSend);
  const [key] = useState(() => crypto.randomUUID());
  const form = useRef<HTMLFormElement>(null);
  const isChanged = title !== (announcement?.title ?? '') || text !== (announcement?.text ?? '');
  const place = announcementPlace(userId, announcement?._id ?? novelId);
  const draft = useStoredDraft(place, parseAnnouncementDraft);
  const dropUnsaved = useUnsavedWork(place, () => (isChanged ? { title, text } : null));
  const leaveDialog = useLeaveGuard(
    isChanged,
    'Ce que vous avez écrit dans cette annonce sera perdu.',
  );
  const focusTitle = () => form.current && focusField(form.current, 'title');
  useEffect(() => {
    if (!isOffered && form.current) focusField(form.current, 'title');
  }, [isOffered]);
  const send = async () => {
    const outcome = announcement
      ? await call(editAnnouncement, {
          params: { id: announcement._id },
          body: { title, text },
        })
      : await call(addAnnouncement, {
          params: { id: novelId },
          body: { title, text, key, isSent },
        });
    if (!outcome.ok) return { sentence: outcome.message, errors: outcome.errors };
    draft.finish();
    if (draft.stored === null) dropUnsaved();
    onSaved(outcome.data);
    return null;
  };
  const { titleMissing, textMissing, atMost } = fieldSentences;
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(send, {
    title: titleMissing,
    text: text.trim() === '' ? textMissing : atMost(textCharacters),
  });
  return (
    <form className="inbox-form" ref={form} noValidate onSubmit={onSubmit} onInput={onInput}>
      <DraftOffer
        draft={draft}
        words={(stored) => stored.title || stored.text}
        isBusy={isPending}
        onTaken={(stored) => {
          setTitle(stored.title);
          setText(stored.text);
          focusTitle();
        }}
        onDeclined={focusTitle}
      />
      <TextField
        name="title"
        label="Titre"
        required
        maxLength={titleCharacters}
        error={wrong('title')}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <TextArea
        name="text"
        label="Texte"
        hint="Une ligne vide commence un paragraphe."
        rows={6}
        required
        count={{ length: text.length, max: textCharacters }}
        error={wrong('text')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {announcement === null && (
        <label className="announcement-send">
          <input
            type="checkbox"
            name="isSent"
            checked={isSent}
            disabled={!canSend}
            onChange={({ currentTarget }) => setSent(currentTarget.checked)}
          />
          <span>
            L’envoyer aux abonnés
            <span className="muted">
              {canSend
                ? ', comme ils ont demandé à être prévenus. Une par jour et par roman.'
                : `. ${messages.announcementSentToday}`}
            </span>
          </span>
        </label>
      )}
      <FormEnd
        action={announcement ? 'Enregistrer' : 'Publier l’annonce'}
        isBusy={isPending}
        failure={sentence}
        onCancel={() => {
          draft.finish();
          onCancel();
        }}
      />
      {leaveDialog}
    </form>
  );
}
