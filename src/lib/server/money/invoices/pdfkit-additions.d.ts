/** What pdfkit 0.20 has and its types lack. */
declare namespace PDFKit {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merges with the package's
  interface PDFDocument {
    /** The font in use; no public call gives its characters. */
    readonly _font: { readonly font: { readonly characterSet: readonly number[] } };
  }
}

declare namespace PDFKit.Mixins {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merges with the package's
  interface StructureElementOptions {
    /** What a header cell is the header of. */
    scope?: 'Row' | 'Column';
  }
}
