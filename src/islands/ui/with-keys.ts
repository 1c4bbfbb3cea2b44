/** Gives each text a unique key: equal ones are numbered. */
export function withKeys(texts: readonly string[]): { key: string; text: string }[] {
  const turns = new Map<string, number>();
  return texts.map((text) => {
    const turn = (turns.get(text) ?? 0) + 1;
    turns.set(text, turn);
    return { key: `${turn} ${text}`, text };
  });
}
