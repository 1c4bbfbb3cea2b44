import { z } from 'zod';

type Part = { spoken: string; drawn: string };

const line = (d: string) => `<path d="${d}"/>`;
const dot = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#2a211a"/>`;
const white = (x: number, y: number, rx: number, ry: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#fff"/>`;

const brows = {
  level: { spoken: 'sourcils horizontaux, au repos', drawn: line('M30 39h22M68 39h22') },
  high: {
    spoken: 'sourcils arqués, très hauts sur le front',
    drawn: line('M29 29q11-11 23-2M68 27q12-9 23 2'),
  },
  lifted: {
    spoken: 'sourcils arrondis, un peu relevés',
    drawn: line('M30 37q11-7 22-2M68 35q11-5 22 2'),
  },
  knitted: {
    spoken: 'sourcils rapprochés, qui plongent vers le nez',
    drawn: line('M30 33l23 10M90 33l-23 10M58 37v7M62 37v7'),
  },
  slanted: {
    spoken: 'sourcils obliques, dont le bout intérieur remonte',
    drawn: line('M30 41q13-1 22-9M90 41q-13-1-22-9'),
  },
  uneven: {
    spoken: 'un sourcil haut et arqué, l’autre abaissé',
    drawn: line('M29 30q11-11 23-3M68 41l22-3'),
  },
} as const satisfies Record<string, Part>;

const eyes = {
  open: { spoken: 'yeux ouverts', drawn: dot(42, 52, 4.5) + dot(78, 52, 4.5) },
  wide: {
    spoken: 'yeux grands ouverts, tout ronds',
    drawn: white(42, 51, 10, 11) + white(78, 51, 10, 11) + dot(42, 51, 4) + dot(78, 51, 4),
  },
  creased: {
    spoken: 'yeux plissés en arc, des rides au coin',
    drawn: line('M33 54q9-11 18 0M69 54q9-11 18 0M29 50l-5-2M91 50l5-2'),
  },
  glaring: {
    spoken: 'yeux réduits à une fente, regard droit devant',
    drawn: line('M32 50l20 4M88 50l-20 4M34 57h17M69 57h17') + dot(43, 55, 3) + dot(77, 55, 3),
  },
  heavy: {
    spoken: 'paupières à moitié fermées, des cernes dessous',
    drawn:
      line('M32 51h20M68 51h20M35 62q7 4 14 0M71 62q7 4 14 0') + dot(42, 54, 3) + dot(78, 54, 3),
  },
  downcast: {
    spoken: 'yeux baissés vers le sol',
    drawn: line('M32 50q10 4 20 0M68 50q10 4 20 0') + dot(42, 57, 3.5) + dot(78, 57, 3.5),
  },
  averted: {
    spoken: 'yeux tournés de côté, qui évitent ceux d’en face',
    drawn: white(42, 53, 10, 7) + white(78, 53, 10, 7) + dot(48, 54, 3.5) + dot(84, 54, 3.5),
  },
  sidelong: {
    spoken: 'yeux mi-clos qui examinent quelque chose de côté',
    drawn: line('M32 50h20M68 50h20M34 58h16M70 58h16') + dot(36, 54, 3.5) + dot(72, 54, 3.5),
  },
} as const satisfies Record<string, Part>;

const mouths = {
  beaming: {
    spoken: 'bouche ouverte dont les coins remontent très haut',
    drawn: '<path d="M38 74h44q-4 22-22 22t-22-22z" fill="#7c2233"/>',
  },
  drooping: { spoken: 'bouche fermée dont les coins tombent', drawn: line('M43 90q17-16 34 0') },
  clenched: {
    spoken: 'lèvres tirées sur des dents serrées',
    drawn: '<rect x="42" y="78" width="36" height="11" rx="3" fill="#fff"/>' + line('M42 83h36'),
  },
  round: {
    spoken: 'bouche ouverte en rond',
    drawn: '<ellipse cx="60" cy="84" rx="9" ry="11" fill="#7c2233"/>',
  },
  gaping: {
    spoken: 'bouche étirée en hauteur, ouverte autant qu’elle peut',
    drawn: '<ellipse cx="60" cy="86" rx="13" ry="18" fill="#7c2233"/>',
  },
  halfSmile: {
    spoken: 'petite bouche fermée, un seul coin à peine relevé',
    drawn: line('M48 85q12 5 22-3'),
  },
  sticking: {
    spoken: 'lèvre supérieure retroussée, langue tirée',
    drawn:
      line('M43 82q8-9 17-3q9-6 17 3') +
      '<path d="M53 82h15v9q-7 10-15 0z" fill="#d9677c"/>' +
      line('M43 82h34'),
  },
  stretched: {
    spoken: 'bouche entrouverte, étirée sur les côtés, aux lèvres qui tremblent',
    drawn: '<path d="M38 84q5-7 11-3t11-2 11 2 11 3q-5 8-11 5t-11 2-11-2-11-5z" fill="#7c2233"/>',
  },
  twisted: { spoken: 'bouche pincée, tirée d’un côté', drawn: line('M46 86q12 2 18-4t12-2') },
} as const satisfies Record<string, Part>;

const details = {
  tear: {
    spoken: 'une goutte coule sur la joue',
    drawn: '<path d="M84 62q7 10 0 14q-7-4 0-14z" fill="#7db7e8" stroke="#3f7fb5"/>',
  },
  blush: {
    spoken: 'joues très rouges',
    drawn:
      '<ellipse cx="29" cy="69" rx="10" ry="6" fill="#e2574c" stroke="none"/>' +
      '<ellipse cx="91" cy="69" rx="10" ry="6" fill="#e2574c" stroke="none"/>',
  },
  sweat: {
    spoken: 'des gouttes de sueur des deux côtés du front',
    drawn:
      '<path d="M96 22q6 9 0 13q-6-4 0-13zM24 20q6 9 0 13q-6-4 0-13z" fill="#7db7e8" stroke="#3f7fb5"/>',
  },
  wrinkledNose: { spoken: 'nez froncé', drawn: line('M54 66q6-5 12 0M52 62l5 2M68 62l-5 2') },
} as const satisfies Record<string, Part>;

const names = <Parts extends Record<string, Part>>(parts: Parts) =>
  z.enum(Object.keys(parts) as (keyof Parts & string)[]);

/**
 * Our own faces, assembled from parts. Each part has its drawing and its description, so that a
 * screen reader gives what the picture shows: its features, never the emotion's name.
 */
export const faceSchema = z.strictObject({
  brows: names(brows),
  eyes: names(eyes),
  mouth: names(mouths),
  detail: names(details).optional(),
});
export type Face = z.infer<typeof faceSchema>;

/** The text alternative of the picture: the features, one after the other. */
export function describeFace(face: Face): string {
  return `Un visage\u00A0: ${partsOf(face)
    .map(({ spoken }) => spoken)
    .join('\u00A0; ')}.`;
}

/** The picture as a data URL: nothing is fetched, nothing is inserted. */
export function drawFace(face: Face): string {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120">' +
    '<circle cx="60" cy="60" r="56" fill="#f6d7b0" stroke="#2a211a" stroke-width="2"/>' +
    '<g fill="none" stroke="#2a211a" stroke-width="3" stroke-linecap="round">' +
    partsOf(face)
      .map(({ drawn }) => drawn)
      .join('') +
    '</g></svg>';
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function partsOf(face: Face): Part[] {
  return [
    brows[face.brows],
    eyes[face.eyes],
    mouths[face.mouth],
    ...(face.detail ? [details[face.detail]] : []),
  ];
}
