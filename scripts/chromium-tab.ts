/**
 * A tab of Chromium, driven by its protocol. Playwright attaches to pages instead of tabs, and then
 * Chromium prerenders none (PrerenderingDisabledByDevTools).
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { chromiumSwitches, findChromium } from './chromium.ts';

/** What the protocol tells; `page` is the session it is about. */
export type TabEvent = { method: string; params: unknown; page: string | undefined };

export type ChromiumTab = {
  /** Calls the protocol in a page, by default the one that is shown; rejects with its message. */
  send: (method: string, params?: object, page?: string) => Promise<unknown>;
  /** The value of an expression in a page, by default the one that is shown. */
  evaluate: (expression: string, page?: string) => Promise<unknown>;
  /** The session of the page that is prerendered, if there is one. */
  prerendered: () => string | undefined;
  onEvent: (listener: (event: TabEvent) => void) => void;
  close: () => Promise<void>;
};

const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  sessionId: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
/** A call that has no answer yet. */
type Waiting = {
  sessionId: string | undefined;
  settle: (answer: z.infer<typeof message>) => void;
};

const ofSession = z.object({ sessionId: z.string() });
const attached = ofSession.extend({ targetInfo: z.object({ type: z.string() }) });
const tabs = z.object({ targetInfos: z.array(z.object({ targetId: z.string() })) });
const evaluated = z.object({ result: z.object({ value: z.unknown().optional() }) });

/**
 * Opens a browser of its own with one tab.
 *
 * @param prepare calls of the protocol for every page of the tab, before it runs.
 */
export async function openChromiumTab(
  prepare: readonly (readonly [method: string, params?: object])[] = [],
): Promise<ChromiumTab> {
  const { call, onEvent, close } = await startBrowser();
  // In the order of their appearance: the first that is left is shown.
  const pages: string[] = [];
  const shown = () => pages[0] ?? '';
  onEvent(({ method, params }) => {
    if (method === 'Target.detachedFromTarget') {
      const at = pages.indexOf(ofSession.parse(params).sessionId);
      if (at !== -1) pages.splice(at, 1);
    }
    if (method !== 'Target.attachedToTarget') return;
    const { sessionId, targetInfo } = attached.parse(params);
    const isPage = targetInfo.type === 'page';
    if (isPage) pages.push(sessionId);
    // A new target is paused, and replies to no command, until the last of these.
    const calls = [...(isPage ? prepare : []), ['Runtime.runIfWaitingForDebugger'] as const];
    for (const [name, given] of calls) call(name, given, sessionId).catch(() => undefined);
  });
  const found = tabs.parse(await call('Target.getTargets', { filter: [{ type: 'tab' }] }));
  const targetId = found.targetInfos[0]?.targetId;
  const tab = ofSession.parse(await call('Target.attachToTarget', { targetId, flatten: true }));
  const follow = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  await call('Target.setAutoAttach', follow, tab.sessionId);
  return {
    send: (method, params, page = shown()) => call(method, params, page),
    evaluate: async (expression, page = shown()) => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      return evaluated.parse(await call('Runtime.evaluate', options, page)).result.value;
    },
    prerendered: () => pages[1],
    onEvent,
    close,
  };
}

async function startBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'feuilleton-tab-'));
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(await findChromium(), [...chromiumSwitches, ...own, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const socket = new WebSocket(await readAddress(child.stderr));
  await new Promise((resolve) => {
    socket.addEventListener('open', resolve, { once: true });
  });
  const waiting = new Map<number, Waiting>();
  const listeners: ((event: TabEvent) => void)[] = [];
  /** A page that is gone answers nothing, nor does a browser. */
  const refuseCalls = (gone?: string) => {
    for (const { sessionId, settle } of waiting.values()) {
      if (gone === undefined || sessionId === gone) settle({ error: { message: 'it is gone' } });
    }
  };
  socket.addEventListener('close', () => refuseCalls());
  socket.addEventListener('message', ({ data }) => {
    const told = message.parse(JSON.parse(String(data)));
    if (told.id !== undefined) {
      waiting.get(told.id)?.settle(told);
      waiting.delete(told.id);
    }
    const { method, params, sessionId } = told;
    if (method === undefined) return;
    if (method === 'Target.detachedFromTarget') refuseCalls(ofSession.parse(params).sessionId);
    for (const listen of listeners) listen({ method, params, page: sessionId });
  });
  let calls = 0;
  const call = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<unknown>((resolve, reject) => {
      calls += 1;
      const settle: Waiting['settle'] = ({ result, error }) => {
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      };
      waiting.set(calls, { sessionId, settle });
      if (socket.readyState !== WebSocket.OPEN) refuseCalls();
      else socket.send(JSON.stringify({ id: calls, method, params, sessionId }));
    });
  return {
    call,
    onEvent: (listener: (event: TabEvent) => void) => void listeners.push(listener),
    close: async () => {
      await call('Browser.close').catch(() => undefined);
      await exited;
      socket.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Read to its end: a browser that cannot write stops. */
function readAddress(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    output.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const address = /ws:\/\/\S+/.exec(text)?.[0];
      if (address !== undefined) resolve(address);
    });
    output.once('end', () => reject(new Error(`Chromium has ended: ${text}`)));
  });
}
