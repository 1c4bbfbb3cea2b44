/** The banner that says what has become of the session (specification, section 4). */
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { takeSessionLeft } from '#browser/session/session-left.ts';
import { $sessionNotice, showLeft, type SessionNotice } from '#browser/session/session-notice.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { signInReasons } from '#shared/site/sign-in-reasons.ts';
import styles from '../../styles/session-banner.css?inline';
import type { Elements } from '../ui/elements.ts';

adoptStyles(styles);

/** Specification, section 9. */
const hidesAfterMs = 15_000;

/** Home: says why the user was redirected from elsewhere (`leaveBrokenSession`), and links back. */
export function sayLeft(): void {
  const left = takeSessionLeft();
  if (left === null) return;
  showLeft(left);
  home = createRoot(document.createElement('div'));
  home.render(<Shown />);
}

/** Home's own, until the account's menu is there. */
let home: Root | null = null;

/** In the account's menu. */
export function SessionBanner() {
  useEffect(() => {
    home?.unmount();
    home = null;
  }, []);
  return <Shown />;
}

function Shown() {
  const notice = useStore($sessionNotice, { ssr: 'initial' });
  return notice && createPortal(<Banner key={notice.id} notice={notice} />, document.body);
}

function Banner({ notice }: { notice: SessionNotice }) {
  const banner = useRef<HTMLDivElement>(null);
  const staysOpen = 'hasDraft' in notice && notice.hasDraft;
  useEffect(() => {
    if (staysOpen) return undefined;
    // Not while its button is hovered or focused.
    const timer = setInterval(() => {
      if (!banner.current?.matches(':hover, :focus-within')) hide();
    }, hidesAfterMs);
    return () => clearInterval(timer);
  }, [staysOpen]);
  return (
    <div ref={banner} className="session-banner" role="alert">
      <p>{wordsOf(notice)}</p>
      <button type="button" className="close" aria-label="Fermer" onClick={hide}>
        ×
      </button>
    </div>
  );
}

const hide = () => $sessionNotice.set(null);

function wordsOf(notice: SessionNotice): Elements {
  switch (notice.kind) {
    case 'restoring':
      return (
        <>
          <strong>{messages.sessionExpired}</strong>
          <span>{restoringWords[notice.state]}</span>
          {notice.state !== 'restored' && (
            <button type="button" onClick={notice.refresh}>
              Rafraîchir la session
            </button>
          )}
        </>
      );
    case 'unreadable':
      return (
        <>
          <strong lang="en">{messages.sessionUnreadable}</strong>
          <SignIn />
        </>
      );
    case 'ended':
      return (
        <>
          <strong>{signInReasons[notice.hasDraft ? 'brouillon' : 'session']}</strong>
          <SignIn />
        </>
      );
    case 'left':
      return (
        <>
          <strong>
            {notice.state === 'expired' ? messages.tokenExpired : messages.tokenInvalid}
          </strong>
          <span>{signInReasons[notice.hasDraft ? 'brouillon' : 'session']}</span>
          <SignIn returnPath={notice.returnPath} />
        </>
      );
  }
}

const restoringWords = {
  underway: messages.sessionRestoring,
  restored: 'Session rétablie.',
  failed: '',
} as const;

function SignIn({ returnPath = location.pathname + location.search + location.hash }) {
  return <a href={paths.login({ returnPath })}>Se connecter</a>;
}
