/** The folder of PGlite that a `file:` address names. */
export function embeddedFolder(url: string): string {
  return url.replace(/^file:(\/\/)?/, '');
}
