/** What we use of subset-font 2.9.0 (its README); the types on npm do not know `keepFeatures`. */
declare module 'subset-font' {
  type Options = { targetFormat: 'woff2'; keepFeatures: string[]; noHinting: boolean };
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
