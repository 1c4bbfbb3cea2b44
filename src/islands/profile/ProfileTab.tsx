import { useEffect, useRef, useState } from 'react';
import type { UserBody } from '../../lib/shared/contracts/auth.ts';
import { messages } from '../../lib/shared/messages.ts';
import { OwnData } from './OwnData.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileView } from './ProfileView.tsx';
import { Sessions } from './Sessions.tsx';

/** What became of the form: it was not opened yet, is open, or was left. */
type Mode = 'untouched' | 'editing' | 'cancelled' | 'saved';

/** The tab “Profil”: what people tell of themselves, and where they are signed in. */
export function ProfileTab({ user }: { user: UserBody }) {
  const [mode, setMode] = useState<Mode>('untouched');
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
        <p className="saved" role="status">
          {mode === 'saved' && messages.profileSaved}
        </p>
        {mode === 'editing' ? (
          <ProfileForm
            user={user}
            onSaved={() => setMode('saved')}
            onCancel={() => setMode('cancelled')}
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
