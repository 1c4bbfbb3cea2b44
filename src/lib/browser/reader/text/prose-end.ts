/** The last part of a chapter's prose: notes come after it. */
export const lastOfProse = (text: HTMLElement): Element =>
  text.querySelector('.notes')?.previousElementSibling ?? text;
