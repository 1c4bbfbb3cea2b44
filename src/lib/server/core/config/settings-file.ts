/** The settings of a file, and one French sentence per line that is refused. */
export type ParsedFile = { settings: Record<string, string>; problems: string[] };

/** What both programs, or `readSettings`, take away around a line and around a value. */
export const around = /^[ \t\r]+|[ \t\r]+$/g;

type Line = { name: string; value: string } | { problem: string } | null;

/**
 * Reads `NAME=value` lines in the way that systemd's `EnvironmentFile=` and Docker's `--env-file`
 * have in common, and refuses what either would read otherwise (decision 131). A sentence never
 * holds a value, which may be a secret.
 * @param faultOf what else is wrong with a setting in a file, or null.
 */
export function parseSettingsFile(
  text: string,
  faultOf: (name: string, value: string) => string | null = () => null,
): ParsedFile {
  const problems: string[] = [];
  const found = new Map<string, { value: string; lineNumber: number }>();
  if (text.startsWith('\uFEFF')) {
    problems.push('ligne 1 : le fichier commence par une marque invisible (BOM) : ôtez-la.');
  }
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const line = parseLine(raw.replaceAll(around, ''));
    if (line === null) continue;
    if ('problem' in line) {
      problems.push(`ligne ${index + 1} : ${line.problem}`);
      continue;
    }
    const first = found.get(line.name);
    if (first) {
      problems.push(
        `ligne ${index + 1} : ${line.name} est déjà donné à la ligne ${first.lineNumber}.`,
      );
      continue;
    }
    found.set(line.name, { value: line.value, lineNumber: index + 1 });
    const fault = faultOf(line.name, line.value);
    if (fault !== null) problems.push(`ligne ${index + 1} : ${fault}`);
  }
  const settings = Object.fromEntries(Array.from(found, ([name, { value }]) => [name, value]));
  return { settings, problems };
}

function parseLine(line: string): Line {
  if (line === '') return null;
  // systemd before version 254 takes the line after it for a part of the comment.
  if (line.startsWith('#')) {
    return line.endsWith('\\') ? { problem: 'un commentaire ne finit pas par « \\ ».' } : null;
  }
  if (!line.includes('=')) {
    return { problem: 'il y manque « = » ; une ligne s’écrit NOM=valeur.' };
  }
  const [, name, given = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(line) ?? [];
  if (name === undefined) {
    return {
      problem: 'avant « = » il faut un nom fait de lettres, de chiffres et de « _ », sans espace.',
    };
  }
  const value = given.replaceAll(around, '');
  const fault = valueFault(value);
  return fault === null
    ? { name, value: withoutQuotes(value) }
    : { problem: `la valeur de ${name} ${fault}.` };
}

/** What systemd or Docker would read otherwise, or null. */
function valueFault(value: string): string | null {
  if (/[\p{Cc}\uFEFF]/u.test(value.replaceAll('\t', ''))) {
    return 'contient un caractère invisible';
  }
  const quote = /^["']/.exec(value)?.[0];
  if (quote === undefined) {
    if (value.includes('\\')) return "contient « \\ » : mettez-la entre guillemets simples (')";
    if (/\s#/.test(value)) {
      return 'contient « # » après une espace : mettez-la entre guillemets, ou le commentaire sur sa propre ligne';
    }
    return null;
  }
  const end = value.indexOf(quote, 1);
  if (end === -1) return `n’a pas de guillemet (${quote}) à sa fin`;
  if (end < value.length - 1) {
    return `a du texte après le guillemet (${quote}) qui la ferme`;
  }
  // systemd removes these backslashes, Docker does not.
  return quote === '"' && /\\[\\$`]/.test(value)
    ? "contient « \\ » devant « \\ », « $ » ou « ` » : mettez-la entre guillemets simples (')"
    : null;
}

/** A value without the pair of quotes around it, which Docker's `--env-file` leaves in it. */
export function withoutQuotes(value: string): string {
  return /^"[^"]*"$|^'[^']*'$/s.test(value) ? value.slice(1, -1) : value;
}
