import { paths } from '#shared/site/paths.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored, writeStored } from './storage.ts';

/**
 * Whether the stored consent was given for this script. One given before there was any, or for
 * another one, does not count: the privacy policy promises to ask again.
 */
export function isAgreed(source: string): boolean {
  return readStored(storageKeys.analyticsAgreed) === source;
}

/** Stores for which script consent was given, or that it was refused. */
export function noteAgreement(source: string, isGiven: boolean): void {
  writeStored(storageKeys.analyticsAgreed, isGiven ? source : null);
}

/**
 * Loads the operator's analytics script, once. Not on the page where a sign-in ends: its address
 * contains a token.
 */
export function loadAnalytics(source: string): void {
  if (location.pathname === paths.authSuccess) return;
  if ([...document.scripts].some(({ src }) => src === source)) return;
  const script = document.createElement('script');
  script.src = source;
  document.head.append(script);
}
