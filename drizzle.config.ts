import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/lib/server/core/db/schema/schema.ts',
  out: './database/migrations',
});
