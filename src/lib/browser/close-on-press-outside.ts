/**
 * Closes a dialog by a press that begins and ends beside what it shows; moving the text behind it,
 * or selecting text with a pointer that comes out of it, is none.
 */
export function closeOnPressOutside(dialog: HTMLDialogElement): void {
  let isOutside = false;
  dialog.addEventListener('pointerdown', ({ target }) => (isOutside = target === dialog));
  dialog.addEventListener('click', ({ target }) => {
    if (isOutside && target === dialog) dialog.close();
  });
}
