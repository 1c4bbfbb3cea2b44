import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { pino } from 'pino';
import { z } from 'zod';
import type { Config } from '#server/core/config/config.ts';
import { codeOf } from '#server/core/error-code.ts';
import { embeddedFolder, isMade } from '#server/core/db/embedded-folder.ts';
import {
  findLastMigration,
  findMigrator,
  listMigrations,
  neededProgram,
} from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { stripeEvents } from '#server/core/db/schema/money.ts';
import { createSignInProviders } from '#server/people/identity/providers.ts';
import { formatDay, plural } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { failureSentence } from '#server/failure-sentence.ts';
import { lastBackupAgeMs } from '../backup/nightly.ts';
import { fault, fine, notice, waitMs, type Finding } from './finding.ts';
import { checkMail, writeLetter } from './mail.ts';

type Check = {
  subject: string;
  run: (config: Config) => Promise<Finding[]>;
  isNeededToStart?: true;
  /** Writes to the publisher. */
  isLetter?: true;
};

const clockOffMs = 60_000;
const certificateDays = 14;
const dayMs = 24 * 60 * 60_000;
const leastFreeBytes = 1_000_000_000;
/** A backup every night, and some to spare. */
const backupAgeMaxMs = 36 * 60 * 60_000;
/** An address reserved for documentation (RFC 5737): no caller can have it. */
const inventedAddress = '192.0.2.123';
/** What Stripe has to send (docs/how-to/set-up-stripe.md). */
const wantedEvents = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/** The checks, in the order in which they are made and told. */
export const checks: readonly Check[] = [
  { subject: 'base de données', run: checkDatabase, isNeededToStart: true },
  { subject: 'adresse du site', run: checkAddress },
  { subject: 'proxy', run: checkProxy },
  { subject: 'Google', run: (config) => checkProvider(config, 'google') },
  { subject: 'Apple', run: (config) => checkProvider(config, 'apple') },
  { subject: 'Stripe', run: checkStripe },
  { subject: 'e-mail', run: checkMail },
  { subject: 'e-mail', run: writeLetter, isLetter: true },
  { subject: 'sauvegarde', run: checkBackups },
  { subject: 'disque', run: checkDisk },
];

async function checkDatabase({ databaseUrl, databaseDirectUrl }: Config): Promise<Finding[]> {
  const url = databaseDirectUrl ?? databaseUrl;
  if (url.startsWith('file:') && !isMade(embeddedFolder(url))) {
    return [notice(`pas encore faite : le premier démarrage la crée dans ${embeddedFolder(url)}`)];
  }
  try {
    const database = await openDatabase(url, { role: 'command', migrates: false });
    try {
      const last = await findLastMigration(database.db);
      const newest = listMigrations().at(-1)?.tag;
      const clock = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
      const [row] = clock.rows;
      return [
        fine(`PostgreSQL ${database.version} répond`),
        last?.tag === null
          ? fault(
              `ses tables sont d’une version plus récente que ce programme : il faut ${neededProgram(await findMigrator(database.db))}`,
            )
          : last?.tag === newest
            ? fine('ses tables sont à jour')
            : notice('ses tables sont d’avant : le prochain démarrage les met à jour'),
        ...(row ? clockFinding('la base', row.now) : []),
      ];
    } finally {
      await database.close();
    }
  } catch (error) {
    return [fault(`${failureSentence(error, 'elle ne s’ouvre pas')} (DATABASE_URL)`)];
  }
}

function clockFinding(whose: string, theirs: Date): Finding[] {
  const aheadMs = Date.now() - theirs.getTime();
  if (Math.abs(aheadMs) < clockOffMs) return [];
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const how = aheadMs > 0 ? 'avance' : 'retarde';
  return [fault(`l’horloge d’ici ${how} de ${seconds} s sur ${whose} : réglez-la par NTP`)];
}

/** A call whose answer is read as text; null where none came. */
async function ask(url: string, headers: Record<string, string> = {}) {
  try {
    const signal = AbortSignal.timeout(waitMs);
    const answer = await fetch(url, { headers, signal, redirect: 'manual' });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  } catch {
    return null;
  }
}

async function checkAddress({ siteUrl }: Config): Promise<Finding[]> {
  const answer = await ask(`${siteUrl}/healthz`);
  const certificate = siteUrl.startsWith('https:') ? await readCertificate(siteUrl) : [];
  if (!answer) {
    const text = `${siteUrl} ne répond pas d’ici : DNS, pare-feu, proxy, ou le site est arrêté`;
    return [...certificate, fault(`${text} (SITE_URL)`)];
  }
  if (answer.status !== 200 || !answer.text.startsWith('ok')) {
    return [
      ...certificate,
      fault(`${siteUrl}/healthz répond ${answer.status} : autre chose que Feuilleton y répond`),
    ];
  }
  const date = answer.headers.get('date');
  return [
    ...certificate,
    fine(`${siteUrl} répond`),
    ...(date === null ? [] : clockFinding('son proxy', new Date(date))),
  ];
}

function readCertificate(siteUrl: string): Promise<Finding[]> {
  const { hostname, port } = new URL(siteUrl);
  return new Promise((resolve) => {
    const options = { host: hostname, port: Number(port || 443), servername: hostname };
    const socket = connect({ ...options, rejectUnauthorized: false, timeout: waitMs }, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      const days = Math.floor((new Date(end).getTime() - Date.now()) / dayMs);
      const until = `le certificat vaut jusqu’au ${formatDay(new Date(end))}`;
      const problem = socket.authorized ? null : socket.authorizationError.message;
      socket.destroy();
      if (problem) resolve([fault(`le certificat n’est pas reconnu : ${problem}`)]);
      else resolve([days < certificateDays ? fault(`${until} : renouvelez-le`) : fine(until)]);
    });
    const end = () => {
      socket.destroy();
      resolve([]);
    };
    socket.on('error', end).on('timeout', end);
  });
}

/** Asks the site itself, through its proxy, whom it takes the caller for. */
async function checkProxy(config: Config): Promise<Finding[]> {
  const { siteUrl, metricsToken, trustProxyHops } = config;
  if (metricsToken === null) {
    return [notice('METRICS_TOKEN manque : TRUST_PROXY ne peut pas être essayé')];
  }
  const answer = await ask(`${siteUrl}/readyz`, {
    authorization: `Bearer ${metricsToken}`,
    'x-forwarded-for': inventedAddress,
  });
  const seen = /^caller (\S+)$/m.exec(answer?.text ?? '')?.[1];
  if (seen === undefined) return [notice('le site n’a pas dit qui l’appelle')];
  if (seen === inventedAddress) {
    return [fault(`TRUST_PROXY=${trustProxyHops} est trop grand : une adresse inventée est crue`)];
  }
  const isProxys = /^(?:::ffff:)?127\.|^::1$/.test(seen);
  if (isProxys && trustProxyHops === 0 && siteUrl.startsWith('https:')) {
    return [fault('TRUST_PROXY=0 est trop petit : tous les lecteurs ont l’adresse du proxy')];
  }
  return [fine(`TRUST_PROXY=${trustProxyHops} : le site voit ${seen}`)];
}

async function checkProvider(config: Config, name: 'google' | 'apple'): Promise<Finding[]> {
  const settings = config.identityProviders[name];
  if (settings === null) return [notice('pas employé')];
  const app = { siteUrl: config.siteUrl, clock: { now: () => new Date() } };
  const log = pino({ level: 'silent' });
  const providers = createSignInProviders(config.identityProviders, { ...app, log });
  const attempt = { state: 'doctor', nonce: 'doctor', codeVerifier: 'd'.repeat(43) };
  // The keys are looked at before the code, which is none.
  const answer = await providers[name]?.redeem({ code: 'doctor', iss: settings.issuer }, attempt);
  if (!answer || !('failure' in answer)) return [notice('a répondu autrement que prévu')];
  if (answer.providerError === 'invalid_grant') return [fine('accepte les clés du site')];
  if (answer.providerError === undefined && answer.failure === 'indisponible') {
    return [fault('ne répond pas d’ici')];
  }
  const said = answer.providerError ?? answer.code;
  return [fault(`refuse les clés du site (${said}) : docs/how-to/set-up-google-and-apple.md`)];
}

const endpointsSchema = z.object({
  data: z.array(
    z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) }),
  ),
});

async function checkStripe(config: Config): Promise<Finding[]> {
  const { stripe, siteUrl } = config;
  if (stripe === null) return [notice('pas employé : rien ne se vend')];
  const authorization = `Bearer ${stripe.secretKey}`;
  const answer = await ask(`${stripe.address}/v1/webhook_endpoints?limit=100`, { authorization });
  if (!answer) return [fault('ne répond pas d’ici')];
  if (answer.status === 401) return [fault('refuse la clé (STRIPE_SECRET_KEY)')];
  const date = answer.headers.get('date');
  const clock = date === null ? [] : clockFinding('Stripe', new Date(date));
  const heard = await webhookFinding(config);
  const parsed = endpointsSchema.safeParse(parseJson(answer.text));
  if (!parsed.success) {
    return [...clock, notice('accepte la clé, mais ne montre pas ses webhooks'), ...heard];
  }
  const own = parsed.data.data.find(({ url }) => url === siteUrl + paths.stripeWebhook);
  if (!own) {
    return [
      ...clock,
      fault(`n’a pas de webhook vers ${siteUrl}${paths.stripeWebhook} : set-up-stripe.md`),
    ];
  }
  const missing = wantedEvents.filter(
    (event) => !own.enabled_events.includes(event) && !own.enabled_events.includes('*'),
  );
  return [
    ...clock,
    own.status === 'enabled' ? fine('a un webhook vers ce site') : fault('son webhook est arrêté'),
    ...missing.map((event) => fault(`son webhook n’envoie pas ${event}`)),
    ...heard,
  ];
}

/** Whether one of Stripe's events has ever come. */
async function webhookFinding({ databaseUrl, databaseDirectUrl }: Config): Promise<Finding[]> {
  const url = databaseDirectUrl ?? databaseUrl;
  if (url.startsWith('file:') && !isMade(embeddedFolder(url))) return [];
  const database = await openDatabase(url, { role: 'command', migrates: false });
  try {
    const count = await database.db.$count(stripeEvents);
    return [
      count > 0
        ? fine(plural(count, 'événement est arrivé', 'événements sont arrivés'))
        : notice('aucun événement n’est encore arrivé : envoyez-en un d’essai depuis Stripe'),
    ];
  } finally {
    await database.close();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function checkDisk({ databaseUrl }: Config): Promise<Finding[]> {
  const folder =
    databaseUrl.startsWith('file:') && isMade(embeddedFolder(databaseUrl))
      ? embeddedFolder(databaseUrl)
      : process.cwd();
  const { bavail, bsize } = await statfs(folder);
  const text = `${Math.round((bavail * bsize) / 1_000_000_000)} Go libres (${folder})`;
  return [bavail * bsize < leastFreeBytes ? fault(`${text} : faites de la place`) : fine(text)];
}

async function checkBackups({ upkeep: { backups } }: Config): Promise<Finding[]> {
  if (backups === null) {
    return [notice('BACKUP_FOLDER n’est pas donné : aucune ne se fait la nuit')];
  }
  const { folder, recipient } = backups;
  const ageMs = await lastBackupAgeMs(folder).catch((error: unknown) => {
    throw new Error(`${folder} ne se laisse pas lire (${codeOf(error) ?? ''})`, { cause: error });
  });
  const encrypted =
    recipient === null
      ? [notice('BACKUP_RECIPIENT n’est pas donné : elles ne sont pas chiffrées')]
      : [];
  if (ageMs === null) return [notice(`aucune encore dans ${folder}`), ...encrypted];
  const hours = Math.round(ageMs / 3_600_000);
  const text = `la dernière a ${plural(hours, 'heure')} (${folder})`;
  const age =
    ageMs > backupAgeMaxMs
      ? fault(`${text} : feuilleton backup --nightly dit pourquoi`)
      : fine(text);
  return [age, ...encrypted];
}
