/** Channel on which instances announce changed pages. */
export const pageChannel = 'feuilleton_pages';

const everything = '*';
/** PostgreSQL refuses a payload of 8,000 bytes. */
const tagsMaxCharacters = 4_000;

/** What other instances are told. `sender` has no space and names one instance. */
export function announcement(sender: string, tags: readonly string[]): string {
  const joined = tags.join(' ');
  return `${sender} ${joined.length > tagsMaxCharacters ? everything : joined}`;
}

/** The changed tags of a payload, or “all” when they were too many to name. */
export function readAnnouncement(payload: string): { sender: string; tags: string[] | 'all' } {
  const [sender = '', ...tags] = payload.split(' ');
  return { sender, tags: tags[0] === everything ? 'all' : tags };
}
