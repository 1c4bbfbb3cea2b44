/** The session-expired banner (specification, section 4). Loaded on demand. */
import styles from '../../styles/session-banner.css?inline';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { signInReasons } from '#shared/site/sign-in-reasons.ts';
import { adoptStyles } from './adopt-styles.ts';
import { takeSessionLeft } from './session-left.ts';

adoptStyles(styles);

/** Specification, section 9. */
const hidesAfterMs = 15_000;

/** A banner shown while a renewal is in progress. */
export type RestoringBanner = {
  /** The renewal has ended: shows that the session is back, or leaves the retry to the reader. */
  settle: (isRestored: boolean) => void;
};

let banner: HTMLElement | null = null;
let timer = 0;

/**
 * The CSRF token was refused, and is being renewed. The button retries, and reloads the page if
 * `refresh` fails.
 */
export function showRestoring(refresh: () => Promise<boolean>): RestoringBanner {
  const detail = textOf('span', messages.sessionRestoring);
  const settle = (isRestored: boolean) => {
    detail.textContent = isRestored ? 'Session rétablie.' : '';
    if (isRestored) button.remove();
  };
  const button = buttonOf('Rafraîchir la session', () => {
    detail.textContent = messages.sessionRestoring;
    void refresh().then((isRefreshed) => {
      if (isRefreshed) settle(true);
      else location.reload();
    });
  });
  show(textOf('strong', messages.sessionExpired), detail, button);
  return { settle };
}

/** The stored token was unreadable, and is deleted. */
export function showUnreadable(): void {
  const sentence = textOf('strong', messages.sessionUnreadable);
  sentence.lang = 'en';
  show(sentence, signInLink());
}

/**
 * The server refuses the token: the request failed.
 * @param hasKept a draft is stored on this device: shown until it is closed.
 */
export function showEnded(hasKept: boolean): void {
  const reason = hasKept ? 'brouillon' : 'session';
  show(textOf('strong', signInReasons[reason]), signInLink());
  if (hasKept) clearTimeout(timer);
}

/** Home: says why the user was redirected from elsewhere (`leaveBrokenSession`), and links back. */
export function showLeft(): void {
  const left = takeSessionLeft();
  if (left === null) return;
  const { state, returnPath, hasKept } = left;
  const refusal = state === 'expired' ? messages.tokenExpired : messages.tokenInvalid;
  const reason = hasKept ? 'brouillon' : 'session';
  show(textOf('strong', refusal), textOf('span', signInReasons[reason]), signInLink(returnPath));
  if (hasKept) clearTimeout(timer);
}

function signInLink(returnPath = location.pathname + location.search + location.hash): HTMLElement {
  const link = document.createElement('a');
  link.href = paths.login({ returnPath });
  link.textContent = 'Se connecter';
  return link;
}

function show(...content: HTMLElement[]): void {
  banner ??= makeBanner();
  const text = document.createElement('p');
  text.append(...content.flatMap((element) => [element, ' ']));
  const close = buttonOf('×', hide);
  close.className = 'close';
  close.ariaLabel = 'Fermer';
  banner.replaceChildren(text, close);
  document.body.append(banner);
  hideLater(banner);
}

function makeBanner(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'session-banner';
  element.role = 'alert';
  return element;
}

/** Not while its button is hovered or focused. */
function hideLater(shown: HTMLElement): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (shown.matches(':hover, :focus-within')) hideLater(shown);
    else hide();
  }, hidesAfterMs);
}

function hide(): void {
  clearTimeout(timer);
  banner?.remove();
}

function textOf(name: 'strong' | 'span', text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function buttonOf(label: string, run: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', run);
  return button;
}
