/** Of a part of the page that failed, or could not be loaded. */
export const islandFailure = {
  sentence: 'Cette partie de la page n’a pas pu être affichée.',
  action: 'Recharger la page',
} as const;

/**
 * On Astro's `astro:hydration-error`, or without Astro's runtime: an island that waits with a spinner for
 * modules that could not be loaded would wait for ever. Its place says so, and offers to load the page again
 * (decision 105).
 */
export function sayMissing({ target }: Pick<Event, 'target'>): void {
  const spinner = target instanceof Element && target.querySelector('.spinner');
  if (!spinner) return;
  const notice = document.createElement('div');
  notice.className = 'notice notice-failed';
  notice.setAttribute('role', 'alert');
  const sentence = document.createElement('p');
  sentence.textContent = islandFailure.sentence;
  const button = document.createElement('button');
  button.className = 'button button-quiet';
  button.type = 'button';
  button.textContent = islandFailure.action;
  button.addEventListener('click', () => location.reload());
  notice.append(sentence, button);
  spinner.replaceWith(notice);
}
