/** Which browser stories tell of a part of the sources: for `npm test -- --changed`. */
import { existsSync } from 'node:fs';

/** Beginning of a path, and the beginnings of the names of its stories in tests/e2e. */
export const storySubjects: readonly (readonly [path: string, stories: readonly string[]])[] = [
  ['src/islands/account-menu/', ['account-menu']],
  ['src/islands/billing/', ['billing-history', 'withdrawal']],
  ['src/islands/bookmarks/', ['bookmarks']],
  ['src/islands/challenge/', ['challenge', 'reading-pace']],
  ['src/islands/chapter-marks/', ['likes', 'bookmarks']],
  ['src/islands/comments/', ['comments']],
  ['src/islands/follow/', ['follow', 'favorites']],
  ['src/islands/item-form/', ['items']],
  ['src/islands/moderation/', ['moderation']],
  ['src/islands/new-chapters/', ['new-chapters']],
  ['src/islands/novel-actions/', ['favorites', 'ratings']],
  ['src/islands/novel-price/', ['whole-novel', 'parts']],
  ['src/islands/payment-result/', ['payment-result']],
  ['src/islands/premium/', ['premium', 'unlock']],
  ['src/islands/profile/', ['profile', 'own-data']],
  ['src/islands/purchase/', ['purchase-modal', 'payment-page']],
  ['src/islands/studio/chapters/', ['studio-novel', 'studio-schedule']],
  ['src/islands/studio/editor/', ['studio-editor', 'studio-notes']],
  ['src/islands/studio/figures/', ['studio-figures']],
  ['src/islands/studio/import/', ['studio-import']],
  ['src/islands/studio/', ['my-novels', 'studio-novel', 'studio-ways']],
  ['src/islands/ui/', ['account-menu', 'profile', 'my-novels']],
  ['src/islands/unlock/', ['unlock', 'whole-novel', 'parts']],
  ['src/lib/browser/reader/read-aloud', ['read-aloud', 'listening']],
  ['src/lib/browser/reader/speech/', ['read-aloud', 'listening']],
  ['src/lib/browser/reader/notes', ['notes']],
  ['src/lib/browser/reader/settings', ['settings', 'preferences']],
  ['src/lib/browser/reader/preferences', ['preferences']],
  ['src/lib/browser/reader/place', ['place']],
  ['src/lib/browser/reader/', ['chapter', 'control-bar', 'place']],
  ['src/lib/browser/consent', ['consent', 'analytics']],
  ['src/lib/browser/carousel', ['carousel']],
  ['src/lib/browser/islands/', ['directives']],
  ['src/lib/browser/session', ['session', 'account-menu']],
  ['src/lib/browser/', ['session', 'chapter', 'home']],
  ['src/lib/shared/reader-preference', ['settings', 'preferences']],
  ['src/components/Catalogue', ['catalogue-page']],
  ['src/components/Chapter', ['chapter']],
  ['src/components/ConsentBanner', ['consent']],
  ['src/components/ControlBar', ['control-bar']],
  ['src/components/Novel', ['novel', 'home', 'carousel']],
  ['src/components/', ['every-page', 'home']],
  ['src/layouts/', ['every-page', 'accessibility']],
  ['src/legal/', ['legal']],
  ['src/styles/reader', ['chapter', 'settings', 'every-page']],
  ['src/styles/', ['every-page', 'accessibility']],
  ['src/middleware.ts', ['security', 'home']],
  ['src/pages/api/', []],
  ['src/pages/chapter/', ['chapter', 'premium']],
  ['src/pages/index.astro', ['home', 'carousel']],
  ['src/pages/login.astro', ['login-page', 'sign-in']],
  ['src/pages/moderation.astro', ['moderation']],
  ['src/pages/novel/', ['novel', 'chapter-list']],
  ['src/pages/payment/', ['payment-page', 'payment-result']],
  ['src/pages/romans.astro', ['catalogue-page']],
  ['src/pages/suspension.astro', ['suspension']],
  ['src/pages/transfers.astro', ['transfers']],
  ['src/pages/', ['missing', 'every-page']],
];

/** The story files, from the project's root, that changed or that tell of what changed. */
export function storiesOf(changedFiles: readonly string[]): string[] {
  const names = changedFiles.flatMap((file) => {
    if (/^tests\/e2e\/[^/]+\.story\.ts$/.test(file)) return existsSync(file) ? [file] : [];
    const subject = storySubjects.find(([path]) => file.startsWith(path));
    return (subject?.[1] ?? []).map((story) => `tests/e2e/${story}.story.ts`);
  });
  return [...new Set(names)];
}
