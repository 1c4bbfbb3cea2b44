import { paths } from '#shared/site/paths.ts';
import { safeReturnPath } from '#shared/site/return-path.ts';
import { acceptToken } from './session-calls.ts';

/**
 * The sign-in callback (specification, section 2): removes the token from the address at once,
 * verifies it, and goes to where the sign-in began. Without a response it can be retried.
 */
export function completeSignIn(): void {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, '', paths.authSuccess);
  const token = query.get('accessToken');
  const returnPath = safeReturnPath(query.get('retour'));
  if (token) void accept(token, returnPath);
  else location.replace(paths.login({ returnPath }));
}

async function accept(token: string, returnPath: string): Promise<void> {
  showSpinner();
  const accepted = await acceptToken(token);
  if (accepted.kind === 'unproven') {
    askAgain(accepted.message, () => void accept(token, returnPath));
  } else if (accepted.kind === 'refused') {
    location.replace(paths.login({ returnPath, reason: accepted.reason }));
  } else {
    location.replace(returnPath);
  }
}

function showSpinner(): void {
  find('.spinner').hidden = false;
  find('.again').hidden = true;
}

function askAgain(message: string, again: () => void): void {
  find('.spinner').hidden = true;
  find('.again p').textContent = message;
  find('.again button').onclick = again;
  find('.again').hidden = false;
}

function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(`[data-arrival] ${selector}`);
  if (!element) throw new Error(`the page of arrival has no ${selector}`);
  return element;
}
