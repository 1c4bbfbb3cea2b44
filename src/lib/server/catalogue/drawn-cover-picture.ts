import { drawnCoverOf, drawnTints } from '#shared/site/drawn-cover.ts';
import { escapeXml } from '#server/core/escape-html.ts';

/** An SVG for a novel without a picture, where its typographic cover would be too small to be read. */
export function drawnCoverPicture(novel: Parameters<typeof drawnCoverOf>[0]): string {
  const { hue, initials } = drawnCoverOf(novel);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 240">' +
    `<rect width="160" height="240" fill="${drawnTints[hue] ?? drawnTints[0]}"/>` +
    '<rect x="9.5" y="9.5" width="141" height="221" fill="none" stroke="#f7efe2" stroke-opacity=".35"/>' +
    '<text x="80" y="142" fill="#f7efe2" font-family="serif" font-size="64" text-anchor="middle">' +
    `${escapeXml(initials)}</text></svg>`
  );
}
