import { messages } from '../messages.ts';

/** Letters, digits and signs before the @, as mail servers without SMTPUTF8 take them (RFC 5321). */
const localForm = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const labelForm = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const domainMax = 253;

/**
 * An address with its domain as mail servers know it, in lower case: “été.fr” is “xn--t-9fab.fr”. What has
 * no such form stays as it is.
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = asciiDomain(address.slice(at + 1));
  return at > 0 && domain !== null ? `${address.slice(0, at)}@${domain}` : address;
}

/** Why no e-mail can be sent to an address, as a sentence; null where one can. */
export function addressFault(address: string): string | null {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), asciiDomain(address.slice(at + 1))];
  if (at < 1 || domain === null || /[\s@]/.test(local)) return messages.billing.email;
  if (/[^\0-\u007F]/.test(local)) return messages.emailAccent;
  return localForm.test(local) ? null : messages.billing.email;
}

/** Null for what is no name with a dot. */
function asciiDomain(domain: string): string | null {
  // What separates the parts of an address of a page is no part of a domain, nor is what is invisible.
  if (/[\s\p{C}/\\?#:@%[\]]/u.test(domain) || !URL.canParse(`http://${domain}`)) return null;
  const { hostname } = new URL(`http://${domain}`);
  const labels = hostname.split('.');
  const isName = labels.length > 1 && labels.every((label) => labelForm.test(label));
  return isName && hostname.length <= domainMax && !/^\d+$/.test(labels.at(-1) ?? '')
    ? hostname
    : null;
}
