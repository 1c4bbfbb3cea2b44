import { fileURLToPath } from 'node:url';

/** Folder of the SQL that makes the tables, in order. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Key of the advisory lock that lets one instance migrate while the others wait. */
export const migrationLockKey = 4321_0001;
