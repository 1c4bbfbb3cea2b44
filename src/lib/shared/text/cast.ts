/** A person as a chapter introduces them; `others`: names by which they are known too. */
export type Introduced = { name: string; others: string[]; line: string };

const person = /^([^:()]{1,60}?)\s*(?:\(([^:()]{1,120})\))?\s*:\s*(.+)$/u;

/** Reads the persons of a chapter, one a line: “Name (other, names): who it is”; null for another form. */
export function readCast(text: string): Introduced[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const people = lines.flatMap((line) => {
    const [, name, others = '', words] = person.exec(line.trim()) ?? [];
    if (name === undefined || words === undefined) return [];
    const known = others.split(',').map((other) => other.trim());
    return [{ name, others: known.filter(Boolean), line: words }];
  });
  return people.length === lines.length ? people : null;
}
