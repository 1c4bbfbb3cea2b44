import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import { callerAddress, forwardedAddresses, network } from './address.ts';

/** How many proxies a request names, compared with how many are trusted. */
type Hops = 'as_trusted' | 'more' | 'fewer';

/** Watches whether `TRUST_PROXY` fits what requests say. */
export type ProxyWatch = {
  /** Takes note of a request. */
  saw: (request: IncomingMessage) => void;
  /** Takes note of a sign-in that its address's rate limit refused. */
  sawRefusedSignIn: () => void;
};

const hourMs = 60 * 60_000;
const fewestRequests = 20;
/** A reader's own proxy names one caller; so many callers behind one proxy are readers. */
const fewestCallers = 5;

const wrong =
  'TRUST_PROXY does not fit: X-Forwarded-For names another number of proxies, and callers are taken ' +
  'for one another';
const suspect =
  'many sign-ins of one address were refused: if it is a proxy’s, TRUST_PROXY does not fit';

/**
 * Counts requests by how many proxies they name, and logs at most once an hour that `TRUST_PROXY`
 * is wrong: of at least twenty requests in an hour, half or more name more proxies, and at least
 * five callers, or fewer. Where headers show nothing, twenty sign-ins that rate limits refused do: with
 * the wrong number, the requests of many readers have the proxy's address. A client that forges headers
 * sends a minority of the requests; at worst it causes one false log line an hour.
 */
export function createProxyWatch(
  trustedHops: number,
  { clock, log }: { clock: Clock; log: Logger },
  registry: Registry,
): ProxyWatch {
  const requests = new Counter({
    name: 'feuilleton_forwarded_requests_total',
    help: 'Requests that were not kept, by how many proxies they name compared with TRUST_PROXY.',
    labelNames: ['hops'],
    registers: [registry],
  });
  for (const hops of ['as_trusted', 'more', 'fewer']) requests.inc({ hops }, 0);
  const refusals = new Counter({
    name: 'feuilleton_sign_ins_refused_total',
    help: 'Sign-ins that the rate limit of their address refused.',
    registers: [registry],
  });
  const none = { as_trusted: 0, more: 0, fewer: 0, refusedSignIns: 0 };
  let counts = { ...none };
  const callers = new Set<string>();
  let untilMs = 0;
  let quietUntilMs = 0;
  const add = (counted: keyof typeof none, caller: string) => {
    const nowMs = clock.now().getTime();
    if (nowMs >= untilMs) {
      untilMs = nowMs + hourMs;
      counts = { ...none };
      callers.clear();
    }
    counts[counted] += 1;
    if (counted === 'more' && callers.size < fewestCallers) callers.add(caller);
    if (nowMs < quietUntilMs) return;
    const all = counts.as_trusted + counts.more + counts.fewer;
    const isWrong =
      all >= fewestRequests &&
      ((2 * counts.more >= all && callers.size >= fewestCallers) || 2 * counts.fewer >= all);
    if (!isWrong && counts.refusedSignIns < fewestRequests) return;
    quietUntilMs = nowMs + hourMs;
    log.warn({ trustProxy: trustedHops, counts }, isWrong ? wrong : suspect);
  };
  return {
    saw: (request) => {
      const { hops, caller } = hopsOf(request, trustedHops);
      requests.inc({ hops });
      add(hops, caller);
    },
    sawRefusedSignIn: () => {
      refusals.inc();
      add('refusedSignIns', '');
    },
  };
}

/** What a request says of the proxies it passed, and whom it names beyond those that are trusted. */
function hopsOf(request: IncomingMessage, trustedHops: number): { hops: Hops; caller: string } {
  const named = forwardedAddresses(request);
  if (named.length < trustedHops) return { hops: 'fewer', caller: '' };
  if (named.length > trustedHops) {
    return { hops: 'more', caller: (named.at(-trustedHops - 1) ?? '').slice(0, 64) };
  }
  // A proxy that overwrites the header hides the one before it, which has a header of its own.
  const overwritten = request.headers['cf-connecting-ip'] ?? request.headers['true-client-ip'];
  const unread = request.headers['x-real-ip'] ?? request.headers.forwarded;
  const other = overwritten ?? (trustedHops === 0 ? unread : undefined);
  if (other === undefined) return { hops: 'as_trusted', caller: '' };
  const caller = String(other).slice(0, 64);
  const isKnown = network(caller) === callerAddress(request, trustedHops);
  return { hops: isKnown ? 'as_trusted' : 'more', caller };
}
