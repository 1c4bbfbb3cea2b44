/**
 * Pieces of text as a stream of bytes, each asked for when it can be sent. The answer has begun when
 * a later piece fails: `onFailure` is told, and the receiver sees the file break off.
 */
export function toByteStream(
  pieces: AsyncGenerator<string>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(encoder.encode(piece.value));
      } catch (error) {
        onFailure(error);
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
