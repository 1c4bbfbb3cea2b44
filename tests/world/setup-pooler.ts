import { afterAll } from 'vitest';
import { databaseAddress, testVariables } from './databases.ts';
import { startPooler } from './pooler.ts';

/** Runs before each test file whose apps use the database through a pooler. */
const pooler = await startPooler(databaseAddress('postgres'), 'transaction');
process.env[testVariables.pooler] = pooler.address(databaseAddress(''));

afterAll(async () => {
  Reflect.deleteProperty(process.env, testVariables.pooler);
  await pooler.stop();
});
