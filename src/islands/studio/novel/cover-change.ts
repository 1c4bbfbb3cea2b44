/** A crop of a picture, in fractions of it. */
export type Crop = { x: number; y: number; width: number; height: number };

/** The change of a novel's cover on save. */
export type CoverChange =
  { kind: 'kept' } | { kind: 'removed' } | { kind: 'new'; file: File; crop: Crop };

/** Aspect ratio of a cover, width by height. */
const coverRatio = 2 / 3;

/** Position of a frame: its centre (0 to 1 of its possible range) and its size, 1 the largest. */
export type Frame = { across: number; down: number; size: number };

/** The crop of a frame in a picture of this size: always 2:3, within the picture. */
export function cropOf(frame: Frame, widthPixels: number, heightPixels: number): Crop {
  const isWide = widthPixels / heightPixels > coverRatio;
  const fullWidth = isWide ? (heightPixels * coverRatio) / widthPixels : 1;
  const fullHeight = isWide ? 1 : widthPixels / coverRatio / heightPixels;
  const width = fullWidth * frame.size;
  const height = fullHeight * frame.size;
  return { x: (1 - width) * frame.across, y: (1 - height) * frame.down, width, height };
}

/** The frame moved by a fraction of the picture, clamped to it. */
export function moveFrame(frame: Frame, crop: Crop, byX: number, byY: number): Frame {
  const moved = (at: number, by: number, size: number) =>
    size >= 1 ? at : Math.min(1, Math.max(0, at + by / (1 - size)));
  return {
    ...frame,
    across: moved(frame.across, byX, crop.width),
    down: moved(frame.down, byY, crop.height),
  };
}
