import Provider, { type KoaContextWithOIDC, type UnknownObject } from 'oidc-provider';
import { escapeHtml } from '../html.ts';
import type { Person } from '../people.ts';
import { sendPage } from './page.ts';

/** What Apple sends about a person in addition to the ID token, in the first response only. */
export type AppleUser = {
  name: { firstName: string; lastName: string };
  email: string;
};

export function appleUser({ firstName, lastName }: Person, email: string): AppleUser {
  return { name: { firstName, lastName }, email };
}

type ResponseMode = Parameters<Provider['registerResponseMode']>[1];

/** oidc-provider with Apple's form post replacing its own. */
export class AppleProvider extends Provider {
  /** The provider's constructor registers each mode here, and keeps the first of a name. */
  override registerResponseMode(name: string, handler: ResponseMode): void {
    super.registerResponseMode(name, name === 'form_post' ? sendFormPost : handler);
  }
}

const submitAtOnce = 'document.forms[0].submit();';

/**
 * Sends the person back as Apple does: a page whose form posts the response to the site by
 * itself, or by its button without scripts. Its status is 200 for refusals too: a browser would
 * report a failed page otherwise.
 */
function sendFormPost(ctx: KoaContextWithOIDC, redirectUri: string, answer: UnknownObject): void {
  // Apple does not send `iss` in the response (RFC 9207), and its discovery document does not
  // announce it.
  const fields = Object.entries(answer).filter(([name]) => name !== 'iss');
  const user = 'code' in answer ? userField(ctx) : null;
  if (user !== null) fields.push(['user', user]);
  const inputs = fields.map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(String(value))}">`,
  );
  sendPage(ctx, new URL(redirectUri).origin, {
    title: 'Retour au site',
    name: 'Apple',
    body: `<h1>Retour au site</h1>
<form method="post" action="${escapeHtml(redirectUri)}">
${inputs.join('\n')}
<button>Continuer</button>
</form>`,
    script: submitAtOnce,
  });
}

/** The `user` field: a JSON string with what the scopes request, or null when there is none. */
function userField({ oidc }: KoaContextWithOIDC): string | null {
  const user = oidc.result?.user as AppleUser | undefined;
  const scopes = oidc.requestParamScopes;
  if (!user || !(scopes.has('name') || scopes.has('email'))) return null;
  return JSON.stringify({
    ...(scopes.has('name') && { name: user.name }),
    ...(scopes.has('email') && { email: user.email }),
  });
}
