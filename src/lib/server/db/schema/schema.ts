/** Every table, as drizzle-kit and the database object take them. */
export * from './announcements.ts';
export * from './catalogue.ts';
export * from './community.ts';
export * from './conversation.ts';
export * from './identity.ts';
export * from './invoices.ts';
export * from './items.ts';
export * from './money.ts';
export * from './outbox.ts';
export * from './people.ts';
export * from './protection.ts';
export * from './rate-limits.ts';
export * from './reading.ts';
export * from './returns.ts';
export * from './search.ts';
export * from './text-pictures.ts';
export * from './uploads.ts';
