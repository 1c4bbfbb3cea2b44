import type { IncomingMessage, ServerResponse } from 'node:http';
import { ZodError } from 'zod';
import type { Courier } from '../delivery/courier.ts';
import { unknownPage } from '../hosted/other-pages.ts';
import { redirect, sendPage } from '#sandbox/page.ts';
import type { FaultInjector } from '../outage.ts';
import { readBody } from '../read-body.ts';
import { Refusal } from '../refusal.ts';
import { commands } from './commands.ts';
import { controlPage } from './control-page.ts';
import type { StripeControl } from './control.ts';

/**
 * Serves `/_sandbox`: the page, and the commands below it as JSON posts. A form of the page
 * returns to it; one of another site is refused.
 */
export function createControlPages(options: {
  control: StripeControl;
  courier: Courier;
  faults: FaultInjector;
}) {
  const { control, courier, faults } = options;
  const show = (response: ServerResponse, refusal: string | null) => {
    const settings = { delivery: courier.mode, outage: faults.current().kind, refusal };
    sendPage(response, controlPage(control, settings));
  };

  return async (request: IncomingMessage, response: ServerResponse, pathname: string) => {
    const name = pathname.replace(/^\/_sandbox\/?/, '');
    if (request.method !== 'POST') {
      if (name === '') show(response, null);
      else sendPage(response, unknownPage(), 404);
      return;
    }
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const { origin, host } = request.headers;
    const { status, answer, refusal } =
      origin !== undefined && origin !== `http://${host ?? ''}`
        ? refused(403, 'Un autre site ne peut pas faire cela.')
        : await run(control, name, (await readBody(request)) ?? '', isForm === true);
    if (!isForm) sendJson(response, status, answer);
    else if (status === 200) redirect(response, '/_sandbox');
    else show(response, refusal);
  };
}

/** `refusal` is null for a success. */
type Answered = { status: number; answer: unknown; refusal: string | null };

function refused(status: number, refusal: string): Answered {
  return { status, answer: { error: refusal }, refusal };
}

async function run(
  control: StripeControl,
  name: string,
  body: string,
  isForm: boolean,
): Promise<Answered> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return refused(404, `no command ${name}`);
  try {
    const wish: unknown = isForm
      ? Object.fromEntries(new URLSearchParams(body))
      : JSON.parse(body || '{}');
    return { status: 200, answer: (await command(control, wish)) ?? {}, refusal: null };
  } catch (error) {
    if (error instanceof Refusal) return refused(error.status, error.message);
    if (error instanceof ZodError || error instanceof SyntaxError) {
      return refused(400, error.message);
    }
    throw error;
  }
}

function sendJson(response: ServerResponse, status: number, answer: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
}
