import { errors, type Configuration } from 'oidc-provider';

export const appleScopes = ['openid', 'email', 'name'];

/**
 * What Apple demands of an authorisation request beyond the protocol, as oidc-provider's checks of
 * parameters. Whoever asks for more than `openid` must take the answer as a form post.
 * https://developer.apple.com/forums/thread/704197 (the sentence)
 */
export const appleRequestChecks: NonNullable<Configuration['extraParams']> = {
  scope: (ctx) => {
    // Asked of the address: oidc-provider has dropped by now what it does not know.
    const scopes = String(ctx.query.scope ?? '').split(' ');
    const unknown = scopes.filter((scope) => scope !== '' && !appleScopes.includes(scope));
    if (unknown.length > 0) throw new errors.InvalidRequest(`invalid scope: ${unknown.join(' ')}`);
  },
  response_mode: (ctx, responseMode) => {
    const asksForMore = [...ctx.oidc.requestParamScopes].some((scope) => scope !== 'openid');
    if (asksForMore && responseMode !== 'form_post') {
      throw new errors.InvalidRequest(
        'response_mode must be form_post when name or email scope is requested.',
      );
    }
  },
};
