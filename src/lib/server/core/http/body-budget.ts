/** The bytes of one request's body. */
export type BodyBytes = {
  /** Counts bytes that have arrived; false where there is no room for them. `isLarge`: not of a form. */
  take: (bytes: number, isLarge: boolean) => boolean;
  /** The request has ended. */
  close: () => void;
};

/** Bounds the bytes of all bodies that arrive, or that handlers work on, in this process. */
export type BodyBudget = {
  /** @param who user or address, whose bodies together have a share */
  open: (who: string) => BodyBytes;
};

const mebibyte = 1024 * 1024;
const usual = { maxBytes: 128 * mebibyte, shareBytes: 48 * mebibyte, formsBytes: 16 * mebibyte };

/**
 * @param bounds bytes of all bodies, of one person's, and those of all that large ones leave to forms
 */
export function createBodyBudget(bounds = usual): BodyBudget {
  let all = 0;
  const bytesBy = new Map<string, number>();
  return {
    open: (who) => {
      let own = 0;
      const add = (bytes: number) => {
        own += bytes;
        all += bytes;
        const used = (bytesBy.get(who) ?? 0) + bytes;
        if (used === 0) bytesBy.delete(who);
        else bytesBy.set(who, used);
      };
      return {
        take: (bytes, isLarge) => {
          const max = isLarge ? bounds.maxBytes - bounds.formsBytes : bounds.maxBytes;
          if (all + bytes > max || (bytesBy.get(who) ?? 0) + bytes > bounds.shareBytes)
            return false;
          add(bytes);
          return true;
        },
        close: () => add(-own),
      };
    },
  };
}
