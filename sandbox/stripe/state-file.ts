import { mkdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { emptyTables, type Tables } from './tables.ts';

/** Our own file: its rows are what we wrote, so only the outline is validated. */
const outline = z.object({
  version: z.literal(1),
  tables: z.object(
    Object.fromEntries(
      Object.keys(emptyTables()).map((name) => [
        name,
        // A file of an earlier version lacks the newer tables.
        z.array(z.looseObject({ id: z.string() })).default([]),
      ]),
    ),
  ),
});

const writeDelayMs = 100;

/** Reads the stored state; an absent or unreadable file is an empty account. */
export function readTables(file: string): Tables {
  const tables = emptyTables();
  const kept = outline.safeParse(readJson(file));
  if (!kept.success) return tables;
  for (const [name, rows] of Object.entries(kept.data.tables)) {
    const table = tables[name as keyof Tables] as unknown as Map<string, { id: string }>;
    for (const row of rows) table.set(row.id, row);
  }
  return tables;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Writes the tables after a change, debounced and atomically. */
export function keepTables(file: string, tables: Tables) {
  mkdirSync(dirname(file), { recursive: true });
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  const write = async () => {
    const names = Object.keys(tables) as (keyof Tables)[];
    const rows = names.map((name) => [name, [...tables[name].values()]] as const);
    const text = JSON.stringify({ version: 1, tables: Object.fromEntries(rows) });
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  };
  return {
    changed: () => {
      timer ??= setTimeout(() => {
        // The sandbox has no log: a failed write is printed.
        flush().catch((error: unknown) => console.error('Bac à sable Stripe :', error));
      }, writeDelayMs).unref();
    },
    flush,
  };
}
