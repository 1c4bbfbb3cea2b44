/** Makes and fills the demonstration's database, for `npm start`, before the site opens it. */
import { openCommandApp } from './command-app.ts';
import { fillDemo } from './demo/fill.ts';
import { demoSettings, readConfig } from './demo/read-config.ts';
import { knownFailure } from '#server/failure-sentence.ts';

try {
  const app = await openCommandApp({ ...readConfig(demoSettings()), bucket: null });
  try {
    await fillDemo(app);
  } finally {
    await app.close();
  }
} catch (error) {
  console.error(knownFailure(error) ?? error);
  process.exitCode = 1;
}
