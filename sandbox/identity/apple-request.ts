import { errors, type Configuration } from 'oidc-provider';

export const appleScopes = ['openid', 'email', 'name'];

/**
 * What Apple requires of an authorisation request beyond the protocol, as oidc-provider's checks
 * of parameters. Requests for more than `openid` must use form post.
 * https://developer.apple.com/forums/thread/704197 (the sentence)
 */
export const appleRequestChecks: NonNullable<Configuration['extraParams']> = {
  scope: (ctx) => {
    // Read from the address: oidc-provider has dropped unknown scopes by now.
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
