/** Where a chapter's prose ends, in pixels from the window's top: notes come after it. */
export const proseEnd = (text: HTMLElement): number => {
  const last = text.querySelector('.notes')?.previousElementSibling ?? text;
  return last.getBoundingClientRect().bottom;
};
