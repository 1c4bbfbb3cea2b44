/** Where the servers of the browser tests listen: one port each from `FEUILLETON_E2E_PORT` on. */
const firstPort = Number(process.env.FEUILLETON_E2E_PORT ?? 4390);

export const sitePorts = {
  demo: firstPort,
  empty: firstPort + 1,
  failing: firstPort + 2,
  limited: firstPort + 3,
  vast: firstPort + 8,
  small: firstPort + 12,
} as const;

/** What stands beside the demonstration's server: providers, Stripe, mailbox, and the stories' own door. */
export const besidePorts = {
  google: firstPort + 4,
  apple: firstPort + 5,
  control: firstPort + 6,
  stripe: firstPort + 7,
  vastControl: firstPort + 9,
  smallControl: firstPort + 13,
  mail: firstPort + 10,
  push: firstPort + 11,
} as const;

const doorPorts = {
  demo: besidePorts.control,
  vast: besidePorts.vastControl,
  small: besidePorts.smallControl,
} as const;

/** The sites that have a door for stories. */
export type ControlledSite = keyof typeof doorPorts;

/** The stories' door into a server's process. */
export const controlUrl = (name: ControlledSite = 'demo'): string =>
  `http://127.0.0.1:${doorPorts[name]}`;

export type SiteName = keyof typeof sitePorts;

export const siteNames = Object.keys(sitePorts) as SiteName[];

/** Address of a server, without a slash at the end. */
export const siteUrl = (name: SiteName): string => `http://127.0.0.1:${sitePorts[name]}`;

/** The measuring script of the `empty` server; a story plays its host. */
export const analyticsSource = 'https://mesure.example/m.js?site=1';

/** Requests a minute that the `limited` server allows to one address. */
export const fewRequests = 3;

/** The stand-in's page of e-mails that were sent, at `/_sandbox`. */
export const mailUrl = `http://localhost:${besidePorts.mail}`;

/** The stand-in for Stripe; `/_sandbox` is its control. Another site than ours, as the real one is. */
export const stripeUrl = `http://localhost:${besidePorts.stripe}`;
