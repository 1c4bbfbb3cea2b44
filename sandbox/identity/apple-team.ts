import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose';

/** The developer's account at Apple: signs and verifies client secrets. */
export type AppleTeam = {
  teamId: string;
  keyId: string;
  /** The Services ID: Apple's id of a web site. */
  clientId: string;
  /** PKCS#8 in PEM, what Apple gives as a `.p8` file. */
  privateKeyPem: string;
  publicKey: CryptoKey;
};

/** Six months, the maximum lifetime of a secret. */
const secretLifetimeMaxSeconds = 15_777_000;

/** A team with a fresh key. */
export async function createAppleTeam(): Promise<AppleTeam> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    teamId: 'FEUILLETON',
    keyId: 'SANDBOXKEY',
    clientId: 'test.feuilleton.web',
    privateKeyPem: await exportPKCS8(privateKey),
    publicKey,
  };
}

/**
 * Whether Apple would accept this client secret: a JWT that the team's key signed with ES256, for
 * this issuer (`aud`), by the team (`iss`, `kid`), about the Services ID (`sub`), not expired and
 * not for longer than six months.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export async function isSecretOfTeam(
  secret: string,
  team: AppleTeam,
  issuer: string,
): Promise<boolean> {
  try {
    const { payload, protectedHeader } = await jwtVerify(secret, team.publicKey, {
      algorithms: ['ES256'],
      issuer: team.teamId,
      audience: issuer,
      subject: team.clientId,
      requiredClaims: ['iat', 'exp'],
    });
    const latestSeconds = Date.now() / 1000 + secretLifetimeMaxSeconds;
    return protectedHeader.kid === team.keyId && (payload.exp ?? Infinity) <= latestSeconds;
  } catch {
    // A secret that cannot be verified, for any reason, is not the team's.
    return false;
  }
}
