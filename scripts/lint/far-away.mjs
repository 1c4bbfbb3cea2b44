/** Imports from further away than the next folder, or of another subject. Style sheets stay as they are. */
export const farAway = {
  // Both linters read it: oxlint has no look-ahead.
  regex: String.raw`^\.\./(?:\.\./|(?:src|server|shared|browser|islands|components|layouts)/).*\.(?:m?[jt]sx?|astro|json)\b`,
  message: 'Import by subject, as `#server/app.ts`: see `imports` in package.json.',
};
