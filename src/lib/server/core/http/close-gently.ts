import type { Duplex } from 'node:stream';

/** Bytes that are still read and discarded from a caller who has had the response. */
const leftoverMaxBytes = 32 * 1024 * 1024;
const leftoverMaxMs = 10_000;

/**
 * Ends a connection whose caller may still be sending: sends FIN, and discards what arrives until
 * the caller ends too, for at most ten seconds and 32 MiB. Closed at once, the connection would be
 * reset: the caller might never see the response, and a proxy would take the server for broken.
 * Nothing that arrives is parsed as a request any more.
 */
export function closeGently(socket: Duplex): void {
  let leftBytes = leftoverMaxBytes;
  const giveUp = setTimeout(() => socket.destroy(), leftoverMaxMs);
  socket.once('close', () => clearTimeout(giveUp));
  // The parser's listener: without it nothing is read as HTTP.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) socket.destroy();
  });
  socket.end();
  socket.resume();
}
