import { useEffect, useRef, useState } from 'react';
import type { UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { useKeptDraft } from '../ui/use-kept-draft.ts';
import { OwnData } from './OwnData.tsx';
import { parseProfileDraft, profilePlace, type ProfileDraft } from './profile-draft.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileView } from './ProfileView.tsx';
import { Sessions } from './Sessions.tsx';

/** What became of the form: it was not opened yet, is open, or was left. */
type Mode = 'untouched' | 'editing' | 'cancelled' | 'saved';

/** The tab “Profil”: what people tell of themselves, and where they are signed in. */
export function ProfileTab({ user }: { user: UserBody }) {
  const [mode, setMode] = useState<Mode>('untouched');
  const draft = useKeptDraft(profilePlace(user._id), parseProfileDraft);
  const [begun, setBegun] = useState<ProfileDraft | null>(null);
  const leaveForm = (next: 'saved' | 'cancelled') => {
    draft.settle();
    setBegun(null);
    setMode(next);
  };
  const editButton = useRef<HTMLButtonElement>(null);
  const hasLeftForm = mode === 'saved' || mode === 'cancelled';
  // The form and its focus are gone: one goes on where one came from.
  useEffect(() => {
    if (hasLeftForm) editButton.current?.focus();
  }, [hasLeftForm]);
  return (
    <>
      <section className="profile-card" aria-labelledby="profil">
        {/* Always there, so that a screen reader hears what comes into it. */}
        <Notice kind="info" role="status">
          {mode === 'saved' && messages.profileSaved}
        </Notice>
        {mode !== 'editing' && (
          <DraftOffer
            draft={draft}
            words={({ bio }) => bio}
            onTaken={(kept) => {
              setBegun(kept);
              setMode('editing');
            }}
            onDeclined={() => leaveForm('cancelled')}
          />
        )}
        {mode === 'editing' ? (
          <ProfileForm
            {...{ user, begun }}
            onSaved={() => leaveForm('saved')}
            onCancel={() => leaveForm('cancelled')}
          />
        ) : (
          <ProfileView user={user} editButton={editButton} onEdit={() => setMode('editing')} />
        )}
      </section>
      <Sessions />
      {/* What was begun for an account that is gone is not asked about. */}
      <OwnData user={user} onGone={() => setMode('cancelled')} />
    </>
  );
}
