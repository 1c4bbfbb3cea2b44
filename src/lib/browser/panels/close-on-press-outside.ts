/**
 * Closes a dialog by a click that begins and ends outside its content; not by scrolling, nor by a
 * text selection that ends outside.
 */
export function closeOnPressOutside(dialog: HTMLDialogElement): void {
  let isOutside = false;
  dialog.addEventListener('pointerdown', ({ target }) => (isOutside = target === dialog));
  dialog.addEventListener('click', ({ target }) => {
    if (isOutside && target === dialog) dialog.close();
  });
}
