import { createHash } from 'node:crypto';
import type { Account } from '../account.ts';
import { Refusal } from '../refusal.ts';
import { add, type KeptAnswer } from '../tables.ts';

const keptSeconds = 86_400;
const keyLengthMax = 255;

/** A request that came with an idempotency key. */
export type Claim = { key: string; path: string; body: string };

export type Claimed =
  | { isFirst: false; kept: KeptAnswer }
  | {
      isFirst: true;
      /** Stores the response for retries. */
      keep: (status: number, body: unknown) => void;
      /** Releases the key, once answered or when nothing was begun. */
      release: () => void;
    };

/**
 * Responses by idempotency key, kept for a day: https://docs.stripe.com/api/idempotent_requests.
 * The same request again gets the same response; while the first is in flight it is refused (409),
 * and another request with the same key always (400).
 */
export function createIdempotency(account: Account) {
  const underWay = new Map<string, string>();
  return ({ key, path, body }: Claim): Claimed => {
    if (key.length > keyLengthMax) {
      throw new Refusal(400, `Idempotency key must be at most ${keyLengthMax} characters.`);
    }
    const fingerprint = createHash('sha256').update(`${path}\n${body}`).digest('hex');
    const kept = freshAnswer(account, key);
    const claimedBy = underWay.get(key) ?? kept?.fingerprint ?? fingerprint;
    if (claimedBy !== fingerprint) throw otherParameters(key);
    if (underWay.has(key)) throw inUse(key);
    if (kept) return { isFirst: false, kept };
    underWay.set(key, fingerprint);
    return {
      isFirst: true,
      keep: (status, answer) => {
        const atSeconds = account.nowSeconds();
        add(account.tables.answers, {
          id: key,
          path,
          fingerprint,
          status,
          body: answer,
          atSeconds,
        });
        account.changed();
      },
      release: () => underWay.delete(key),
    };
  };
}

function freshAnswer({ tables, nowSeconds }: Account, key: string): KeptAnswer | undefined {
  const kept = tables.answers.get(key);
  if (kept && kept.atSeconds + keptSeconds <= nowSeconds()) {
    tables.answers.delete(key);
    return undefined;
  }
  return kept;
}

function otherParameters(key: string): Refusal {
  return new Refusal(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );
}

function inUse(key: string): Refusal {
  return new Refusal(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  );
}
