/** The parts of a service worker's world that ours uses: the compiler knows either it or the page's. */

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
};

type MessageToWorker = ExtendableEvent & {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
};
type PushEvent = ExtendableEvent & { readonly data: { text: () => string } | null };
type SyncEvent = ExtendableEvent & { readonly tag: string };
type NotificationEvent = ExtendableEvent & { readonly notification: Notification };

type WindowClient = {
  readonly url: string;
  focus: () => Promise<WindowClient>;
  navigate: (url: string) => Promise<WindowClient | null>;
};

type Events = {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: MessageToWorker;
  push: PushEvent;
  sync: SyncEvent;
  notificationclick: NotificationEvent;
};

type Scope = {
  readonly registration: ServiceWorkerRegistration & {
    showNotification: (title: string, options: NotificationOptions) => Promise<void>;
  };
  readonly clients: {
    claim: () => Promise<void>;
    matchAll: (query: { type: 'window'; includeUncontrolled: true }) => Promise<WindowClient[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ) => void;
};

export type { FetchEvent };

/** `self`, as a service worker has it. */
export const worker = self as unknown as Scope;
