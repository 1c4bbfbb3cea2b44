/**
 * The chapters that were opened in this session, after its challenge (specification, section 4: the
 * session's unlocked list). It saves a request to the server, which decides.
 */
const key = 'unlocked_chapters';
const idsMax = 200;

/** Whether the key of this chapter is likely to be given at once. */
export function hasOpened(chapterId: string): boolean {
  return readIds().includes(chapterId);
}

/** The text of this chapter was opened. */
export function noteOpened(chapterId: string): void {
  const others = readIds().filter((id) => id !== chapterId);
  try {
    sessionStorage.setItem(key, JSON.stringify([...others, chapterId].slice(-idsMax)));
  } catch {
    // Storage unavailable: the server is asked once more.
  }
}

function readIds(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
