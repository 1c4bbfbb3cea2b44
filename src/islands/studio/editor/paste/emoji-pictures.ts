/** Emoji that programs draw as pictures are characters of the text. */

/** Where the character, or its name, is written. */
const labels =
  /(?<![\w-])(alt|aria-label|data-emoji|data-stringify-emoji|title)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const roleOfPicture = /(?<![\w-])role\s*=\s*["']?img(?![\w-])/i;
/** Files of emoji are named by their code points: “1f642.png”, “emoji_u1f327_fe0f.svg”, “1f1eb-1f1f7@2x.png”. */
const fileName =
  /(?<![\w-])src\s*=\s*["']?[^"'\s>]*emoji[^"'\s>]*?[/_-]u?((?:[\da-f]{4,5}|23|2a|3\d)(?:[-_][\da-f]{4,5})*)(?:@\dx)?\.(?:png|svg|gif|webp)/i;
const signs =
  /^[\s\p{Extended_Pictographic}\p{Emoji_Component}\u200D\uFE0E\uFE0F\u20E3\u{E0020}-\u{E007F}]+$/u;
const sign = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3]/u;
/** “:slightly_smiling_face:”: where the program tells no more, its words stay. */
const shortName = /^:[\w+-]{1,60}:$/;
/** A larger one is a picture. */
const largestPixels = 96;

/** Whether a text is emoji and nothing else. */
export const isEmoji = (text: string): boolean => signs.test(text) && sign.test(text);

/** @returns attributes by which `settleEmoji` finds a picture that may be one. */
export function emojiAttributes(name: string, attributes: string): string {
  if (!/^img$/i.test(name) && !roleOfPicture.test(attributes)) return '';
  const said = [...attributes.matchAll(labels)].map(
    ([, , double, single, bare]) => double ?? single ?? bare ?? '',
  );
  const points = fileName
    .exec(attributes)?.[1]
    ?.split(/[-_]/)
    .map((point) => Number.parseInt(point, 16));
  const drawn = points?.every((point) => point <= 0x10_ff_ff)
    ? String.fromCodePoint(...points)
    : '';
  const all = [...said, drawn].join('\n').replaceAll('"', '&quot;');
  return ` data-labels="${all}"`;
}

/** @param body of a detached document. */
export function normalizeEmoji(body: HTMLElement): void {
  for (const picture of body.querySelectorAll<HTMLElement>('[data-labels]')) {
    const said = (picture.dataset.labels ?? '').split('\n').map((label) => label.trim());
    delete picture.dataset.labels;
    const isImage = picture.matches('img, svg');
    const isLarge = ['width', 'height'].some(
      (side) => Number.parseInt(picture.getAttribute(side) ?? '', 10) > largestPixels,
    );
    const emoji = said.find(isEmoji) ?? said.find((label) => shortName.test(label));
    const hasWords =
      !isImage && (picture.textContent.trim() !== '' || picture.childElementCount > 0);
    if (hasWords || (isImage && isLarge)) continue;
    if (emoji !== undefined) picture.replaceWith(emoji);
    else if (!isImage) {
      picture.dataset.paste = 'drawn';
      picture.dataset.shown = (said[0] ?? '').slice(0, 200);
    }
  }
}
