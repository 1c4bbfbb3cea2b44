/**
 * Chunks of text as a byte stream, each pulled when it can be sent. When a chunk fails, the
 * response has already begun: `onFailure` is called, and the receiver sees a truncated file. One who
 * leaves is no failure.
 */
export function toByteStream(
  pieces: AsyncGenerator<string>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let hasLeft = false;
  return new ReadableStream({
    async pull(controller) {
      try {
        const piece = await pieces.next();
        if (hasLeft) return;
        if (piece.done === true) controller.close();
        else controller.enqueue(encoder.encode(piece.value));
      } catch (error) {
        onFailure(error);
        controller.error(error);
      }
    },
    async cancel() {
      hasLeft = true;
      await pieces.return(undefined);
    },
  });
}
