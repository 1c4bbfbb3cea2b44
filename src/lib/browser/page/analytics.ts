/** The operator's analytics script (`ANALYTICS_SRC`). Loaded on sites that have one. */
import { parseConsent } from '#shared/site/consent.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored, writeStored } from '../storage.ts';

const root = document.documentElement;

/** Its address, which every page names. */
export const analyticsSource = (): string | undefined => root.dataset.analytics;

/** Loads the script once the reader agrees (`consent.ts` says so of the root element). */
export function measureWithConsent(): void {
  const observer = new MutationObserver(follow);
  observer.observe(root, { attributes: true, attributeFilter: ['data-consent'] });
}

/**
 * A consent given before there was a script, or for another one, does not count and is forgotten:
 * the privacy policy promises to ask again. One given since this page was loaded is for this script.
 */
function follow(): void {
  const source = analyticsSource();
  const consent = parseConsent(readStored(storageKeys.cookieConsent));
  if (!source || !consent || root.dataset.consent !== 'given') return;
  if (Date.parse(consent.accepted) >= performance.timeOrigin) {
    writeStored(storageKeys.analyticsAgreed, consent.analytics ? source : null);
  }
  if (!consent.analytics) return;
  if (readStored(storageKeys.analyticsAgreed) !== source) {
    writeStored(storageKeys.cookieConsent, null);
    root.dataset.consent = 'ask';
  } else if (!document.prerendering) loadScript(source);
}

/**
 * Addresses that hold a secret: where a sign-in ends, a staff link, an invitation, the end of
 * e-mails. A page may have taken it away since it was opened.
 */
const secretAddress = /[?&](?:(?:accessToken|jeton)=|vue=invitation)|\/desabonnement\//;

/** Once, and where no address of the page holds a secret. */
function loadScript(source: string): void {
  const [arrival] = performance.getEntriesByType('navigation');
  if (!arrival || [arrival.name, location.href].some((each) => secretAddress.test(each))) return;
  if ([...document.scripts].some(({ src }) => src === source)) return;
  const script = document.createElement('script');
  script.src = source;
  document.head.append(script);
}
