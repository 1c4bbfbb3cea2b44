import { useEffect, useRef, useState } from 'react';
import type { UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { useKeptDraft } from '../ui/use-kept-draft.ts';
import { Notices } from './Notices.tsx';
import { OwnData } from './OwnData.tsx';
import { parseProfileDraft, profilePlace, type ProfileDraft } from './profile-draft.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileView } from './ProfileView.tsx';
import { Sessions } from './Sessions.tsx';

/** State of the form: not opened yet, open, or closed. */
type Mode = 'untouched' | 'editing' | 'cancelled' | 'saved';

/** The tab “Profil”: the user's profile data and sessions. */
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
  // The form and its focus are gone: restores the focus to its opener.
  useEffect(() => {
    if (hasLeftForm) editButton.current?.focus();
  }, [hasLeftForm]);
  return (
    <>
      <section className="profile-card" aria-labelledby="profil">
        {/* Always rendered, so that screen readers announce its content. */}
        <Notice kind="success" role="status">
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
      <Notices>
        <Sessions />
        {/* No prompt for unsaved work of a deleted account. */}
        <OwnData user={user} onGone={() => setMode('cancelled')} />
      </Notices>
    </>
  );
}
