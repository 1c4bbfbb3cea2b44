import { ECDH } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import webPush from 'web-push';
import type { PushSettings } from '#server/core/config/push.ts';
import { isPublicEndpoint, publicLookup } from './public-address.ts';

/** A browser's subscription, as its `PushManager` gives it. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** What the service worker shows; the format is in decision 78. */
export type PushPayload = { title: string; body: string; url: string; tag: string };

/** `gone`: the subscription has ended. `refused`: this message will never be taken. */
type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused'; answer: string }
  | { kind: 'later'; answer: string };

/** Sends messages to browsers by their push services (RFC 8030, 8291, 8292). */
export type PushSender = {
  publicKey: string;
  /** Whether a subscription may be there: https on the public internet, or the stand-in. */
  accepts: (endpoint: string) => boolean;
  send: (target: PushTarget, payload: PushPayload, how: How) => Promise<PushOutcome>;
};

/**
 * `topic`: a push service that still has an older message of the same topic replaces it. `signal`: when
 * to wait no longer.
 */
type How = { topic: string; signal: AbortSignal };

/** A device that is off for longer learns it from the site. */
const lifetimeSeconds = 3 * 24 * 3_600;

/** Sends with the operator's keys. */
export function createPushSender(settings: PushSettings): PushSender {
  const { publicKey, privateKey, subject, standInOrigin } = settings;
  const isStandIn = (endpoint: string) =>
    standInOrigin !== null && URL.canParse(endpoint) && new URL(endpoint).origin === standInOrigin;
  const accepts = (endpoint: string) => isStandIn(endpoint) || isPublicEndpoint(endpoint);
  return {
    publicKey,
    accepts,
    send: async ({ endpoint, p256dh, auth }, payload, { topic, signal }) => {
      // Nothing can be encrypted for a key that is none.
      if (!accepts(endpoint) || !isPushKey(p256dh)) return { kind: 'gone' };
      try {
        const details = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(payload),
          {
            vapidDetails: { subject, publicKey, privateKey },
            TTL: lifetimeSeconds,
            urgency: 'normal',
            topic,
            contentEncoding: 'aes128gcm',
          },
        );
        const headers = Object.fromEntries(
          Object.entries(details.headers).map(([name, value]: [string, unknown]) => [
            name,
            String(value),
          ]),
        );
        const { body } = details;
        const status = await post(endpoint, {
          headers,
          body,
          signal,
          isStandIn: isStandIn(endpoint),
        });
        return outcomeOf(status);
      } catch (error) {
        return { kind: 'later', answer: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

/** Whether a browser's key is an uncompressed point of the curve P-256 (RFC 8291, 3.1). */
export function isPushKey(p256dh: string): boolean {
  const key = Buffer.from(p256dh, 'base64url');
  if (key.length !== 65 || key[0] !== 4) return false;
  try {
    ECDH.convertKey(key, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const answer = `HTTP ${status}`;
  return { kind: status === 429 || status >= 500 ? 'later' : 'refused', answer };
}

type Post = {
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal;
  isStandIn: boolean;
};

/** More of an answer is not read: only its status counts. */
const answerMaxBytes = 64 * 1024;

/**
 * Posts without following redirects; resolves with the status of the answer. Settles however the
 * answer ends (101 included, RFC 9110, 15.2.2), and when `signal` aborts at the latest.
 */
function post(address: string, { headers, body, signal, isStandIn }: Post): Promise<number> {
  const request = address.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      {
        method: 'POST',
        headers,
        signal,
        ...(!isStandIn && { lookup: publicLookup }),
      },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength;
          if (bytes > answerMaxBytes) response.destroy();
        });
        resolve(response.statusCode ?? 0);
      },
    );
    // Node leaves the connection to who listens for this event, and `signal` has no more hold of it.
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('closed without an answer')));
    sent.end(body);
  });
}
