import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/lib/server/config/config.ts';

const program = fileURLToPath(new URL('../../src/lib/server/main.ts', import.meta.url));

/** `npm run serve` with these settings alone. */
function serveWith(settings: Record<string, string>) {
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, lines: stderr.trimEnd().split('\n') };
}

describe('npm run serve', () => {
  test('names every setting that is missing, and does not start', () => {
    const missing = parseConfig({});
    const { status, stdout, lines } = serveWith({});
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(lines[0]).toBe('Feuilleton ne démarre pas :');
    expect(lines.slice(1)).toEqual(missing.ok ? [] : missing.problems.map((line) => `- ${line}`));
    expect(lines.length).toBeGreaterThan(20);
  });

  test('names what is malformed beside what is missing, without its value', () => {
    const { status, lines } = serveWith({ SECRET_KEYS: 'secret-court', METRICS_TOKEN: 'court' });
    expect(status).toBe(1);
    expect(lines).toContain('- SECRET_KEYS n’a pas la forme attendue.');
    expect(lines).toContain('- METRICS_TOKEN n’a pas la forme attendue.');
    expect(lines).toContain('- SITE_URL manque.');
    expect(lines.join()).not.toMatch(/court/);
  });
});
