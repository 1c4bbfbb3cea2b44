/** Whether a page is behind the access guard (specification, section 2): novels and chapters. */
export function isBehindLock(url: URL): boolean {
  return url.pathname.startsWith('/novel/') || url.pathname.startsWith('/chapter/');
}
