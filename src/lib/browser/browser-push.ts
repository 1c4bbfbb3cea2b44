import { call } from '#browser/call.ts';
import { startWorker } from '#browser/offline/start-worker.ts';
import type { endPushSubscription, keepPushSubscription } from '#shared/contracts/notices.ts';
import { messages } from '#shared/messages.ts';

/** Whether this browser can show notifications while no page is open: by the site's service worker. */
export const canShowNotifications = (): boolean =>
  'Notification' in globalThis && 'PushManager' in globalThis && 'serviceWorker' in navigator;

const refused =
  'Votre navigateur bloque les notifications de ce site. Autorisez-les dans ses réglages, puis recommencez.';

/**
 * Asks for permission and subscribes this browser. To be called in answer to a gesture.
 * @returns why it was not possible, as a sentence; null where it was.
 */
export async function startNotifications(publicKey: string): Promise<string | null> {
  // First: browsers forget the gesture while the service worker starts.
  if ((await Notification.requestPermission()) !== 'granted') return refused;
  const worker = await startWorker();
  if (!worker) return messages.pushEndpoint;
  const subscription = await subscribe(worker.pushManager, publicKey);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!subscription || !endpoint || !keys?.p256dh || !keys.auth) return messages.pushEndpoint;
  const outcome = await call<typeof keepPushSubscription>(
    'POST',
    '/api/notices/push-subscriptions',
    {
      body: {
        endpoint,
        expirationTime: subscription.expirationTime,
        keys: { p256dh: keys.p256dh, auth: keys.auth },
      },
    },
  );
  return outcome.ok ? null : outcome.message;
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
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return null;
  const outcome = await call<typeof endPushSubscription>(
    'DELETE',
    '/api/notices/push-subscriptions',
    { body: { endpoint: subscription.endpoint } },
  );
  if (!outcome.ok) return outcome.message;
  await subscription.unsubscribe();
  return null;
}
