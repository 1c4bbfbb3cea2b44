import type { IncomingMessage, ServerResponse } from 'node:http';
import { ZodError } from 'zod';
import type { Courier } from '../delivery/courier.ts';
import { unknownPage } from '../hosted/other-pages.ts';
import { redirect, sendPage } from '../hosted/page.ts';
import type { Weather } from '../outage.ts';
import { readBody } from '../read-body.ts';
import { Refusal } from '../refusal.ts';
import { commands } from './commands.ts';
import { controlPage } from './control-page.ts';
import type { StripeControl } from './control.ts';

/**
 * Answers `/_sandbox`: the page, and the commands below it as JSON posts. A form of the page comes
 * back to it; one of another site is refused.
 */
export function createControlPages(options: {
  control: StripeControl;
  courier: Courier;
  weather: Weather;
}) {
  const { control, courier, weather } = options;
  const show = (response: ServerResponse, refusal: string | null) => {
    const settings = { delivery: courier.mode, outage: weather.current().kind, refusal };
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
    const { status, answer } =
      origin !== undefined && origin !== `http://${host ?? ''}`
        ? { status: 403, answer: { error: 'another site may not do this' } }
        : await run(control, name, (await readBody(request)) ?? '', isForm === true);
    if (!isForm) sendJson(response, status, answer);
    else if (status === 200) redirect(response, '/_sandbox');
    else show(response, String(answer.error));
  };
}

type Answered = { status: number; answer: Record<string, unknown> };

async function run(
  control: StripeControl,
  name: string,
  body: string,
  isForm: boolean,
): Promise<Answered> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return { status: 404, answer: { error: `no command ${name}` } };
  try {
    const wish: unknown = isForm
      ? Object.fromEntries(new URLSearchParams(body))
      : JSON.parse(body || '{}');
    return { status: 200, answer: await command(control, wish) };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, answer: { error: error.message } };
    if (error instanceof ZodError || error instanceof SyntaxError) {
      return { status: 400, answer: { error: error.message } };
    }
    throw error;
  }
}

function sendJson(response: ServerResponse, status: number, answer: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
}
