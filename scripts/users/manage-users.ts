import { pipeline } from 'node:stream/promises';
import { eraseAccount } from '#server/account/erase-account.ts';
import { exportAccount } from '#server/account/export-account.ts';
import {
  addPerson,
  findPerson,
  listPeople,
  type ListedPerson,
  type PersonReference,
} from '#server/people/identity/people.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { giveRole } from '#server/people/identity/roles.ts';
import { createStaffLink, staffRoles } from '#server/people/identity/staff-links.ts';
import { endAllSessions } from '#server/people/identity/sessions.ts';
import { readNameHolders, setNameHolder, slugOfName } from '#server/publishing/author-names.ts';
import { formatTime, parisDay, plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { CommandRefused, openCommandApp, type CommandApp } from '../command-app.ts';
import type { UsersCommand } from './arguments.ts';
import { tell } from '../command-line.ts';

/** Runs the command and prints its result on standard output. Refuses with `CommandRefused`. */
export async function manageUsers(command: UsersCommand): Promise<void> {
  const app = await openCommandApp();
  try {
    if (command.kind === 'list') await list(app, command);
    else if (command.kind === 'role') await changeRole(app, command.person, command.role);
    else if (command.kind === 'sign-out') await signOut(app, command.person);
    else if (command.kind === 'admin-link') await linkAdmin(app, command);
    else if (command.kind === 'export') await writeExport(app, command.person);
    else if (command.kind === 'names') await names(app, command);
    else await erase(app, command);
  } finally {
    await app.close();
  }
}

async function list(
  app: CommandApp,
  command: Extract<UsersCommand, { kind: 'list' }>,
): Promise<void> {
  const { people, nextAfterId } = await listPeople(app, command);
  if (people.length === 0) {
    tell('Aucun compte.');
    return;
  }
  const head = ['IDENTIFIANT', 'RÔLE', 'CRÉDITS', 'CRÉÉ LE', 'SESSIONS', 'E-MAIL', 'NOM'];
  const rows = people.map((person) => [
    person.id,
    person.role,
    String(person.credits),
    parisDay(person.createdAt),
    String(person.sessions),
    printable(person.email ?? '—'),
    printable(person.name),
  ]);
  printColumns([head, ...rows]);
  if (nextAfterId === null) return;
  const role = command.role === undefined ? '' : ` --role ${command.role}`;
  tell(`\nLa suite : feuilleton users list${role} --limit ${command.limit} --after ${nextAfterId}`);
}

async function changeRole(
  app: CommandApp,
  reference: PersonReference,
  role: ListedPerson['role'],
): Promise<void> {
  const person = await requirePerson(app, reference);
  if (person.role === role) {
    tell(`${describe(person)} a déjà le rôle ${role}.`);
    return;
  }
  if (!(await giveRole(app, person.id, role))) throw unknown(reference);
  tell(`${describe(person)} : ${person.role} → ${role}, dès la prochaine requête.`);
}

async function signOut(app: CommandApp, reference: PersonReference): Promise<void> {
  const person = await requirePerson(app, reference);
  await endAllSessions(app, person.id);
  const ended = plural(person.sessions, 'session terminée', 'sessions terminées');
  tell(`${describe(person)} : ${ended}.`);
}

/** An address that signs an admin in; the account is made first where that is asked for. */
async function linkAdmin(
  app: CommandApp,
  { person: reference, newName }: Extract<UsersCommand, { kind: 'admin-link' }>,
): Promise<void> {
  if (newName !== undefined) await addAdmin(app, reference, newName);
  const person = await findPerson(app, reference);
  if (!person) throw new CommandRefused(`${unknown(reference).message} --new NOM le crée.`);
  if (!staffRoles.includes(person.role)) {
    throw new CommandRefused(
      `${describe(person)} n’est ni admin ni support : users role ${person.id} admin lui donne ce rôle.`,
    );
  }
  const { token, expiresAt } = await createStaffLink(app, person.id);
  tell(app.siteUrl + paths.staffLink(token));
  tell(`Connecte ${describe(person)} une fois, jusqu’à ${formatTime(expiresAt)} (heure de Paris).`);
}

/** Makes the account of an address where none has it. */
async function addAdmin(app: CommandApp, reference: PersonReference, name: string): Promise<void> {
  if (!('email' in reference)) throw new CommandRefused('--new attend une adresse e-mail.');
  if (await findPerson(app, reference)) return;
  await addPerson(app, { email: reference.email, name, role: 'admin' });
  tell(`Compte créé : ${printable(name)} (${printable(reference.email)}), admin.`);
}

/** To standard output, respecting backpressure. */
async function writeExport(app: CommandApp, reference: PersonReference): Promise<void> {
  const { id } = await requirePerson(app, reference);
  await pipeline(exportAccount(app, id), process.stdout, { end: false });
}

async function erase(
  app: CommandApp,
  { person: reference, isConfirmed }: Extract<UsersCommand, { kind: 'erase' }>,
): Promise<void> {
  const person = await requirePerson(app, reference);
  const lost = plural(person.credits, 'crédit non dépensé', 'crédits non dépensés');
  if (!isConfirmed) {
    tell(`${describe(person)} serait effacé pour de bon, avec ${lost}. Pour le faire : --confirm.`);
    return;
  }
  const refusal = await eraseAccount(app, person.id, { lostCredits: null });
  if (refusal) throw new CommandRefused(refusal.message);
  tell(`Compte ${person.id} effacé, avec ${lost}. Ses factures sont gardées.`);
}

/** Who announces under a name (decision 97), after a change of it if a person is given. */
async function names(
  app: CommandApp,
  { name, person: reference, isHolder }: Extract<UsersCommand, { kind: 'names' }>,
): Promise<void> {
  const slug = await slugOfName(app.db, name);
  if (reference) {
    const { id: userId } = await requirePerson(app, reference);
    const changed = await setNameHolder(app, { slug, userId, isHolder, adminId: null });
    if (isRefusal(changed)) throw new CommandRefused(changed.message);
  }
  const { holders } = await readNameHolders(app.db, slug);
  if (holders.length === 0) {
    tell(`Aucun compte n’annonce sous le nom ${printable(name)}.`);
    return;
  }
  const rows = holders.map((holder) => [
    holder._id,
    holder.isHolder ? 'oui' : 'retiré',
    printable(holder.name),
  ]);
  printColumns([['IDENTIFIANT', 'ANNONCE', 'COMPTE'], ...rows]);
}

async function requirePerson(app: CommandApp, reference: PersonReference): Promise<ListedPerson> {
  const person = await findPerson(app, reference);
  if (!person) throw unknown(reference);
  return person;
}

function unknown(reference: PersonReference): CommandRefused {
  const named = 'id' in reference ? reference.id : reference.email;
  return new CommandRefused(`Aucun compte ${printable(named)}.`);
}

function describe({ name, email, id }: ListedPerson): string {
  return `${printable(name)} (${email === null ? id : printable(email)})`;
}

/**
 * Names are user input: nothing in them may move the cursor or change the colours of a terminal.
 */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

function printColumns(rows: readonly (readonly string[])[]): void {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  for (const row of rows) {
    tell(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
