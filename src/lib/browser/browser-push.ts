import {
  endPushSubscription,
  getNoticeSettings,
  addPushSubscription,
} from '#shared/contracts/notices.ts';
import { messages } from '#shared/messages.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { signedInPerson } from './auth-token.ts';
import { call } from './call.ts';
import { startWorker } from './offline/start-worker.ts';
import { readStored, writeStored } from './storage.ts';

/** Whether this browser can show notifications while no page is open: by the site's service worker. */
export const canShowNotifications = (): boolean =>
  'Notification' in globalThis && 'PushManager' in globalThis && 'serviceWorker' in navigator;

const refused =
  'Votre navigateur bloque les notifications de ce site. Autorisez-les dans ses réglages, puis recommencez.';

/**
 * Loads what the reader asked to be told, and subscribes this browser again where they asked for
 * notifications on it and its subscription has ended: here, or at the site, which forgets one that the
 * push service does not know any longer. `isHere` is then what holds for this browser.
 */
export async function loadNotices() {
  const loaded = await call(getNoticeSettings);
  if (!loaded.ok || !canShowNotifications()) return loaded;
  const { push, pushKey, isHere } = loaded.data;
  if (push === 'off' || pushKey === null) return loaded;
  const noted = readStored(storageKeys.pushHere);
  const subscription = await findSubscription().catch(() => undefined);
  const isNoted = noted === null || noted === noteOf(subscription?.endpoint);
  if (isHere && subscription && isNoted) return loaded;
  const isWanted = noted?.split(' ')[0] === signedInPerson();
  if (isWanted && Notification.permission === 'granted') {
    const refusal = await startNotifications(pushKey, !isHere);
    if (refusal === null) return call(getNoticeSettings);
  }
  return { ...loaded, data: { ...loaded.data, isHere: false } };
}

const findSubscription = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** What is stored of a subscription that the site has. */
const noteOf = (endpoint = ''): string => `${signedInPerson() ?? ''} ${endpoint}`;

/**
 * Asks for permission and subscribes this browser. To be called in answer to a gesture, unless the
 * permission was given before.
 * @param isForgotten the site does not have this browser's subscription: another one is made.
 * @returns why it was not possible, as a sentence; null where it was.
 */
export async function startNotifications(
  publicKey: string,
  isForgotten = false,
): Promise<string | null> {
  // First: browsers forget the gesture while the service worker starts.
  if ((await Notification.requestPermission()) !== 'granted') return refused;
  const worker = await startWorker();
  if (!worker) return messages.pushEndpoint;
  // The push service would refuse a forgotten one once more.
  if (isForgotten) await (await findSubscription())?.unsubscribe();
  const subscription = await subscribe(worker.pushManager, publicKey);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!subscription || !endpoint || !keys?.p256dh || !keys.auth) return messages.pushEndpoint;
  const outcome = await call(addPushSubscription, {
    body: {
      endpoint,
      expirationTime: subscription.expirationTime,
      keys: { p256dh: keys.p256dh, auth: keys.auth },
    },
  });
  if (!outcome.ok) return outcome.message;
  writeStored(storageKeys.pushHere, noteOf(endpoint));
  return null;
}

/** One that was made for another key of the site is of no use: it is replaced. */
async function subscribe(
  manager: PushManager,
  publicKey: string,
): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch {
    await (await manager.getSubscription())?.unsubscribe();
  }
  return manager.subscribe(options).catch(() => null);
}

/** Ends this browser's subscription, if it has one. @returns why it was not possible, or null. */
export async function stopNotifications(): Promise<string | null> {
  writeStored(storageKeys.pushHere, null);
  const subscription = await findSubscription();
  if (!subscription) return null;
  const outcome = await call(endPushSubscription, { body: { endpoint: subscription.endpoint } });
  if (!outcome.ok) return outcome.message;
  await subscription.unsubscribe();
  return null;
}
