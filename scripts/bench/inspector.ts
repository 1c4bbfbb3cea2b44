/** A server's heap, by Node's inspector: collected first, so that what is measured is in use. */

type Reply = { id?: number; result?: { usedSize?: number } };

export type Inspector = {
  /** Bytes in use on V8's heap after forced collections. */
  collectedHeapBytes: () => Promise<number>;
  close: () => void;
};

/** Connects to a process that was started with `--inspect=127.0.0.1:PORT`. */
export async function openInspector(port: number): Promise<Inspector> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error('Le serveur n’a pas d’inspecteur.');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let lastId = 0;
  const ask = (method: string): Promise<Reply['result']> =>
    new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      const listen = ({ data }: MessageEvent) => {
        const reply = JSON.parse(String(data)) as Reply;
        if (reply.id !== id) return;
        socket.removeEventListener('message', listen);
        resolve(reply.result);
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    collectedHeapBytes: async () => {
      // What finalizers free goes with the second one.
      await ask('HeapProfiler.collectGarbage');
      await ask('HeapProfiler.collectGarbage');
      return (await ask('Runtime.getHeapUsage'))?.usedSize ?? Number.NaN;
    },
    close: () => socket.close(),
  };
}
