/** `feuilleton COMMANDE`: every command of who runs the site, under one word. */
import { tell } from './command-line.ts';

type Command = {
  about: string;
  run: () => Promise<unknown>;
  /** The command's name is an operand of its script, which has several. */
  isOperand?: true;
};

const commands: Record<string, Command> = {
  'admin-link': {
    about: 'une adresse qui connecte un admin, sans Google ni Apple',
    run: () => import('./users.ts'),
    isOperand: true,
  },
  setup: { about: 'demande les réglages et les écrit', run: () => import('./setup.ts') },
  doctor: { about: 'dit ce qui ne va pas, et où le corriger', run: () => import('./doctor.ts') },
  users: { about: 'les comptes, leurs rôles et leurs sessions', run: () => import('./users.ts') },
  import: { about: 'importe des livres (EPUB, Markdown, texte)', run: () => import('./import.ts') },
  feature: { about: 'le roman à la une', run: () => import('./feature.ts') },
  credits: { about: 'donne, reprend ou rend des crédits', run: () => import('./credits.ts') },
  ledger: { about: 'vérifie les comptes', run: () => import('./ledger.ts') },
  statements: { about: 'les relevés des auteurs', run: () => import('./statements.ts') },
  books: { about: 'écrit les fichiers des livres', run: () => import('./books.ts') },
  reconcile: { about: 'demande à Stripe ce qui attend', run: () => import('./reconcile.ts') },
  withdrawals: { about: 'les rétractations', run: () => import('./withdrawals.ts') },
  bounces: { about: 'lit un e-mail revenu', run: () => import('./bounces.ts') },
  alert: { about: 'prévient par e-mail qui exploite le site', run: () => import('./alert.ts') },
  pictures: {
    about: 'met les images dans S3, ou dans la base',
    run: () => import('./pictures.ts'),
  },
  backup: { about: 'sauvegarde la base', run: () => import('./backup.ts') },
  restore: { about: 'restaure une sauvegarde', run: () => import('./restore.ts') },
};

const usage = `Feuilleton : feuilleton COMMANDE

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  .join('\n')}

feuilleton COMMANDE --help dit ce que chacune attend.`;

const [name = '--help'] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  // Each script reads what comes after its own name.
  if (!command.isOperand) process.argv.splice(2, 1);
  await command.run();
} else if (name === '--help') {
  tell(usage);
} else {
  console.error(`Commande inconnue : ${name}.\n\n${usage}`);
  process.exitCode = 1;
}
