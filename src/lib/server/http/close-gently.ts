import type { Duplex } from 'node:stream';

/** What is still taken from a caller who has had the answer, and thrown away. */
const leftoverMaxBytes = 32 * 1024 * 1024;
const leftoverMaxMs = 10_000;

/**
 * Ends a connection whose caller may still be sending: says that nothing more comes, and throws away
 * what arrives until the caller ends too, for at most ten seconds and 32 MiB. Closed at once, the
 * connection would be reset: the caller may then never see the answer, and a proxy takes the server
 * for broken. Nothing that arrives is read as a request any more.
 */
export function closeGently(socket: Duplex): void {
  let leftBytes = leftoverMaxBytes;
  const giveUp = setTimeout(() => socket.destroy(), leftoverMaxMs);
  socket.once('close', () => clearTimeout(giveUp));
  // The parser's: without it nothing is read as HTTP.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) socket.destroy();
  });
  socket.end();
  socket.resume();
}
