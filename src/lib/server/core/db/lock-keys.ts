/** Keys of PostgreSQL's advisory locks that are numbers: one database has one set of them. */
export const lockKeys = {
  /** One instance migrates, or restores, while the others wait. */
  migration: 4321_0001,
  /** Held by the instance that runs the background jobs. */
  jobs: 4321_0002,
  /** Messages of the outbox are claimed by one at a time. */
  claimMessages: 4321_0003,
  /** Held by the command that moves pictures. */
  movePictures: 4321_0004,
  /** Held while a backup reads the bucket, from which nothing is removed then. */
  readBucket: 4321_0005,
  /** One loads the demonstration. */
  demo: 4321_0006,
  demoPeople: 4321_0007,
  /** Acknowledgements of notices are counted by one at a time. */
  noticeLetters: 4321_0008,
  /** Of the embedded PostgreSQL: who uses it, and which server runs on it. */
  embeddedPresence: 4321_0101,
  embeddedServer: 4321_0102,
} as const;
