/**
 * A fictitious person, the same at each start: in the providers here and in the demonstration's
 * database.
 */
export type Person = {
  firstName: string;
  lastName: string;
  email: string;
  role: 'reader' | 'author' | 'admin';
  credits: number;
  /** The text after the name on the pages. */
  introduction: string;
  googleSubject: string;
  appleSubject: string;
  /** The relay address that Apple gives a site when the person hides theirs. */
  relayEmail: string;
  /** Google's picture; null for none. Apple never has one. */
  picture: { background: string; figure: string } | null;
};

export const people = {
  reader: {
    firstName: 'Léa',
    lastName: 'Martin',
    email: 'lea.martin@feuilleton.test',
    role: 'reader',
    credits: 0,
    introduction: 'lectrice, sans crédits',
    googleSubject: '104825519370264817351',
    appleSubject: '000917.4be1d0c8a95f4e0fb1637c2d58ea9f04.0712',
    relayEmail: 'q7xk2m9vbt@privaterelay.appleid.com',
    picture: { background: '#7b3f61', figure: '#f3d9c4' },
  },
  readerWithCredits: {
    firstName: 'Hugo',
    lastName: 'Bernard',
    email: 'hugo.bernard@feuilleton.test',
    role: 'reader',
    credits: 12,
    introduction: 'lecteur, 12 crédits',
    googleSubject: '111370948265103947720',
    appleSubject: '001284.9c07ab52e3d84d6fa20e71b94c3f8d15.1543',
    relayEmail: 'h4wz8n3cdr@privaterelay.appleid.com',
    picture: null,
  },
  author: {
    firstName: 'Mathilde',
    lastName: 'Orsel',
    email: 'mathilde.orsel@feuilleton.test',
    role: 'author',
    credits: 0,
    introduction: 'autrice et éditrice de deux romans',
    googleSubject: '117609284513870265094',
    appleSubject: '000358.e6120f9d7b3c4a7c8d51b0a2f49e6c38.2206',
    relayEmail: 'v2jp6s8ykf@privaterelay.appleid.com',
    picture: { background: '#23566b', figure: '#f0cf8e' },
  },
  admin: {
    firstName: 'Camille',
    lastName: 'Roux',
    email: 'camille.roux@feuilleton.test',
    role: 'admin',
    credits: 0,
    introduction: 'administratrice',
    googleSubject: '100294837561920384756',
    appleSubject: '001733.27d5c4e8f0a1469bb3e9682d1c7a50fe.0935',
    relayEmail: 'm9rd5t1gxl@privaterelay.appleid.com',
    picture: { background: '#3d6b45', figure: '#e9e0d2' },
  },
} as const satisfies Record<string, Person>;

/** The key of a person in forms and picture addresses of the sandbox. */
export type PersonKey = keyof typeof people;

export function isPersonKey(key: string): key is PersonKey {
  return Object.hasOwn(people, key);
}

/** The person's full name: “Léa Martin”. */
export function fullName({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`;
}
