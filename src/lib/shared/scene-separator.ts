/** Characters that, alone in a paragraph, separate two scenes. */
const scene =
  /^(?:\*+|[-—–_=~#+•·●○■□◆◇★☆✦✧❖※*]{3,}|[-—–]*[⁂◆◇■□●○★☆✦✧❖※☙❦❧§]+[-—–]*|x{3,}|[-—–~*.]*o[oO]{2,}[-—–~*.]*)$/u;

/** @returns whether the text of a paragraph is a scene separator such as « * * * » */
export function isSceneSeparator(text: string): boolean {
  const signs = text.replace(/[\s\u00a0\u202f\u2009\u200a]+/g, '');
  return signs.length <= 40 && scene.test(signs);
}
