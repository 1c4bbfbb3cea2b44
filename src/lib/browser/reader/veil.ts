/** How much ink dimming may take away from a text. */

/** WCAG 2.2, 1.4.3. */
const contrastMin = 4.5;
/** Of the accent in the paper behind a sentence that is read aloud (`read-aloud.css`). */
const spokenShare = 0.2;

type Color = readonly number[];

/**
 * The share of paper that may lie over ink: as much as leaves the contrast of text; with the colour
 * behind it, also in a sentence that is read aloud.
 */
export function veilShare(text: HTMLElement, spokenColor?: string): number {
  const ink = channelsOf(getComputedStyle(text).color);
  const paper = channelsOf(getComputedStyle(document.documentElement).backgroundColor);
  const behind = spokenColor ? mix(paper, channelsOf(spokenColor), spokenShare) : paper;
  for (let share = 0.6; share > 0; share -= 0.05) {
    const veiled = mix(ink, paper, share);
    if (contrast(veiled, mix(behind, paper, share)) >= contrastMin) return share;
  }
  return 0;
}

const channelsOf = (color: string): Color => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

const mix = (one: Color, other: Color, share: number): Color =>
  one.map((channel, index) => channel * (1 - share) + (other[index] ?? 0) * share);

/** WCAG's contrast of two colours. */
function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** WCAG's relative luminance of sRGB channels from 0 to 255. */
function luminance(channels: Color): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
