/** `npm run serve`, the production entry: says what is missing, or serves until told to stop. */
import { existsSync, readFileSync } from 'node:fs';
import { buildSettings } from './config/build-settings.ts';
import { parseConfig } from './config/config.ts';
import { serve, stopOnSignals } from './serve.ts';

const result = parseConfig(process.env);
if (!result.ok) {
  leave(`Feuilleton ne démarre pas :\n${result.problems.map((line) => `- ${line}`).join('\n')}`);
}
const settingsFile = new URL('../../../dist/settings', import.meta.url);
if (!existsSync(settingsFile)) {
  leave('Le site n’est pas construit : lancez d’abord npm run build.');
}
if (readFileSync(settingsFile, 'utf8') !== buildSettings(process.env)) {
  leave('Le site a été construit avec d’autres réglages : relancez npm run build.');
}
try {
  stopOnSignals(await serve(result.config));
} catch (error) {
  leave(error instanceof Error ? error.message : String(error));
}

function leave(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
