import {
  fullConsent,
  minimumConsent,
  parseConsent,
  type Consent,
  type OptionalConsent,
} from '#shared/site/consent.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored, writeStored } from '../storage.ts';

const root = document.documentElement;

/** Opens the settings over the page, of which `current` is shown as on. */
type OpenSettings = (
  opener: HTMLElement,
  current: OptionalConsent,
  save: (chosen: OptionalConsent) => void,
) => void;

/**
 * Activates the consent banner and the footer's button (specification, section 4). First paint
 * has decided whether the banner shows initially. What it says of the root element is what
 * `analytics.ts` goes by.
 */
export function askForConsent(
  banner: HTMLElement,
  loadSettings: () => Promise<{ openSettings: OpenSettings }>,
): void {
  // Reserves the banner's height at the page's end, and below the focused element. Setting it restyles
  // the whole page: not for a banner that does not show.
  let heightPixels = 0;
  const reserve = () => {
    if (banner.offsetHeight === heightPixels) return;
    heightPixels = banner.offsetHeight;
    root.style.setProperty('--consent-height', `${heightPixels}px`);
  };
  new ResizeObserver(reserve).observe(banner);
  // At once, before the page's own script shows what stands above the banner.
  if (root.dataset.consent === 'ask') reserve();
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>('[data-cookies]');
    const answer = button?.dataset.cookies;
    if (answer === 'minimum') saveConsent(minimumConsent);
    if (answer === 'all') saveConsent(fullConsent);
    if (button && answer === 'settings') {
      void loadSettings().then((settings) =>
        settings.openSettings(button, readConsent() ?? minimumConsent, saveConsent),
      );
    }
  });
  // Another tab may have chosen, and a page from the back/forward cache is stale. On the first
  // load it starts what is allowed.
  for (const sign of ['storage', 'pageshow']) addEventListener(sign, follow);
  document.addEventListener('prerenderingchange', follow);
}

/** The stored choice; null where it has to be asked for. */
function readConsent(): Consent | null {
  return parseConsent(readStored(storageKeys.cookieConsent));
}

/** Stores a choice and applies it at once, even if storage is unavailable. */
function saveConsent(chosen: OptionalConsent): void {
  const consent: Consent = { necessary: true, ...chosen, accepted: new Date().toISOString() };
  writeStored(storageKeys.cookieConsent, JSON.stringify(consent));
  apply(consent);
}

function follow(): void {
  apply(readConsent());
}

/**
 * The banner disappears with the focus in it: reading continues from the content, and nothing
 * shifts.
 */
function focusMain(): void {
  const main = document.querySelector('main');
  if (!main) return;
  main.tabIndex = -1;
  // Not a control: an outline around the whole page would be meaningless.
  main.style.outline = 'none';
  main.focus({ preventScroll: true });
}

function apply(consent: Consent | null): void {
  root.dataset.consent = consent ? 'given' : 'ask';
  if (consent && document.activeElement?.closest('.consent')) focusMain();
}
