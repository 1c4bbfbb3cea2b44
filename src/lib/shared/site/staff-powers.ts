/** What members of staff may do, and the roles that may: the one list of it (decision 155). */
const rolesOf = {
  /** Enters the desk: people without their sums, notes, mails, the acts in the log. */
  seeDesk: ['support', 'admin'],
  /** Ends sessions, lifts locks, sends an invoice again, writes notes. */
  help: ['support', 'admin'],
  /** Decides about comments, names and who may comment. */
  moderate: ['support', 'admin'],
  /** Decides about illegal content: a novel may be withdrawn, and credits are given back. */
  decideNotices: ['admin'],
  /** Sees credits, prices, the ledger, and the movements in the log. */
  seeMoney: ['admin'],
  /** Gives and takes credits, refunds, pays by transfer. */
  moveMoney: ['admin'],
  /** Exports what is stored about a person, and erases them. */
  handAccounts: ['admin'],
} as const satisfies Record<string, readonly string[]>;

/** Whether a role may own novels and enter the author's area: not that of support. */
export const isAuthor = (role: string): boolean => role === 'author' || role === 'admin';

export type StaffPower = keyof typeof rolesOf;

/** The roles with a power at the desk. */
export const rolesWith = (power: StaffPower): readonly ('support' | 'admin')[] => rolesOf[power];

/** Whether a role has a power. The server decides by it; a browser decides what to show. */
export const hasStaffPower = (role: string, power: StaffPower): boolean =>
  rolesWith(power).some((one) => one === role);
