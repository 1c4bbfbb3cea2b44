import { SignJWT } from 'jose';
import type { AppleSettings } from '#server/core/config/identity-providers.ts';

/** Enough for one request, and far below the six months that Apple allows. */
const lifetime = '5 minutes';

/**
 * The client secret that Apple wants: a JWT signed with the team's key (Apple, “Creating a client
 * secret”). Uses the system's time, like everything sent to a provider.
 */
export function appleClientSecret(settings: AppleSettings): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: settings.keyId })
    .setIssuer(settings.teamId)
    .setSubject(settings.clientId)
    .setAudience(settings.issuer)
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(settings.privateKey);
}
