/** A part of a picture, in fractions of it. */
export type Crop = { x: number; y: number; width: number; height: number };

/** What is to become of a novel's cover when its form is saved. */
export type CoverChange =
  { kind: 'kept' } | { kind: 'removed' } | { kind: 'new'; file: File; crop: Crop };

/** Proportions of a cover, width by height. */
const coverRatio = 2 / 3;

/** Where a frame is: its middle (0 to 1 of the way that it can go) and its size, 1 the largest. */
export type Frame = { across: number; down: number; size: number };

/** The part of a picture of this size that a frame keeps: always 2:3, never outside of it. */
export function cropOf(frame: Frame, widthPixels: number, heightPixels: number): Crop {
  const isWide = widthPixels / heightPixels > coverRatio;
  const fullWidth = isWide ? (heightPixels * coverRatio) / widthPixels : 1;
  const fullHeight = isWide ? 1 : widthPixels / coverRatio / heightPixels;
  const width = fullWidth * frame.size;
  const height = fullHeight * frame.size;
  return { x: (1 - width) * frame.across, y: (1 - height) * frame.down, width, height };
}

/** The frame moved by a part of the picture; it stays within. */
export function moveFrame(frame: Frame, crop: Crop, byX: number, byY: number): Frame {
  const moved = (at: number, by: number, size: number) =>
    size >= 1 ? at : Math.min(1, Math.max(0, at + by / (1 - size)));
  return {
    ...frame,
    across: moved(frame.across, byX, crop.width),
    down: moved(frame.down, byY, crop.height),
  };
}
