/** Loads the suggestions of a search field when it is first focused. */
export function suggestOnFocus(input: HTMLInputElement): void {
  const load = () => {
    void import('./Suggestions.tsx').then(({ suggestNovels }) => suggestNovels(input));
  };
  if (document.activeElement === input) load();
  else input.addEventListener('focus', load, { once: true });
}
