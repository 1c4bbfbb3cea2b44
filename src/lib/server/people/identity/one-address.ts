/**
 * The address of one mailbox, without a name, a list, a group, a comment or quotes around it (RFC 5322,
 * 3.4): what mail programs and servers might read as more than one.
 */
const oneAddress = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u;
const addressMaxCharacters = 254;

/** Whether a text is the address of one mailbox. */
export const isOneAddress = (text: string): boolean =>
  text.length <= addressMaxCharacters && oneAddress.test(text);
