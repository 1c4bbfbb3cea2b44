/**
 * Runs in home where its section “Reprendre” stands, before the page is painted: fills the section from
 * this device, so that nothing moves. The build inlines it (`scripts/build/inline-script.ts`).
 */
import { signedInPerson } from '../auth-token.ts';
import { personOfPlaces } from '../reader/places-seen.ts';
import { listResumable } from '../reader/last-read.ts';
import { showWayBack } from './show-way-back.ts';

const [last] = listResumable();
const person = signedInPerson();
// Nobody is led to another user's place.
if (last && (person === null || [person, null].includes(personOfPlaces()))) showWayBack(last);
