/** Channel on which instances announce changed pages. */
export const pageChannel = 'feuilleton_pages';

/** What an instance before 1.0 said of more tags than it named. */
const everything = '*';
/** PostgreSQL refuses a payload of 8,000 bytes. */
const payloadMaxCharacters = 4_000;

/** Who announces what a command changed: it tells no CDN itself. */
export const commandSender = 'command';

/** What other instances are told, in one payload or several. `sender` has no space and names one instance. */
export function announcements(sender: string, tags: readonly string[]): string[] {
  const payloads = [sender];
  for (const tag of tags) {
    const longer = `${payloads.at(-1) ?? sender} ${tag}`;
    if (longer.length > payloadMaxCharacters) payloads.push(`${sender} ${tag}`);
    else payloads[payloads.length - 1] = longer;
  }
  return payloads;
}

/** The changed tags of a payload, or “all” where they were too many to name. */
export function readAnnouncement(payload: string): { sender: string; tags: string[] | 'all' } {
  const [sender = '', ...tags] = payload.split(' ');
  return { sender, tags: tags[0] === everything ? 'all' : tags };
}
