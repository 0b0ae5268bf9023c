/** What is used of svg-to-pdfkit 0.1.8, read from its source: it ships no types. */
declare module 'svg-to-pdfkit' {
  function svgToPdf(
    document: PDFKit.PDFDocument,
    svg: string,
    x: number,
    y: number,
    options: { width: number; height: number; assumePt: boolean },
  ): void
  export = svgToPdf
}
