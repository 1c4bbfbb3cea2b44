/** What the page has said as an error or a warning since the test began. */
export const problems: string[] = [];

/** What the test has announced of it. */
export const announced: RegExp[] = [];

/** Says that a message of the console is part of the test; any other one fails it. */
export const expectMessage = (what: RegExp): void => void announced.push(what);

for (const level of ['error', 'warn'] as const) {
  const say = console[level].bind(console);
  console[level] = (...words: unknown[]) => {
    problems.push(words.map(String).join(' '));
    say(...words);
  };
}
addEventListener('error', ({ message }) => problems.push(message));
addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
