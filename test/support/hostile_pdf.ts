import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import PdfDocument from 'pdfkit'

// A PDF from its objects: the first is the catalogue, the second the tree of pages.
function assemble(objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets = objects.map((object, index) => {
    const offset = parts.reduce((total, part) => total + part.length, 0)
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = parts.reduce((total, part) => total + part.length, 0)
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const tail = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`
  return Buffer.concat([...parts, Buffer.from(head + tail)])
}

function stream(content: Buffer, dictionary: string): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${content.length}>>stream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
}

const catalogue = '<</Type/Catalog/Pages 2 0 R>>'
const pages = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const box = '/MediaBox[0 0 600 800]'

/** A small PDF whose drawing calls another ten times, which calls another ten times, `levels` deep. */
export function laughingPdf(depth: number): Buffer {
  const font = 5
  const resources = (level: number) => `/Resources<</XObject<</X ${level} 0 R>>/Font<</F1 ${font} 0 R>>>>`
  // A reader skips a form without text the second time.
  const levels = Array.from({ length: depth }, (_, level) =>
    stream(
      Buffer.from(level === depth - 1 ? 'BT /F1 9 Tf (a) Tj ET' : '/X Do '.repeat(10)),
      `/Type/XObject/Subtype/Form/BBox[0 0 600 800]${resources(font + level + 2)}`,
    ),
  )
  const page = `<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R${resources(font + 1)}>>`
  const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
  return assemble([catalogue, pages, page, stream(Buffer.from('/X Do'), ''), helvetica, ...levels])
}

/** A small PDF whose page unpacks to the given number of megabytes of blanks. */
export function unfoldingPdf(megabytes: number): Buffer {
  // One compressed block repeated: compressing it all would take as long as unpacking it.
  const blanks = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array.from({ length: megabytes }, () => blanks)
  const packed = deflateSync(
    Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([3, 0, 0, 0, 0, 0])]),
  )
  const page = `<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R>>`
  return assemble([catalogue, pages, page, stream(packed, '/Filter[/FlateDecode/FlateDecode]')])
}

/** A small PDF with the given number of nested filters over its page. */
export function nestedFiltersPdf(depth: number): Buffer {
  let packed = Buffer.from('BT (a) Tj ET')
  for (let level = 0; level < depth; level += 1) packed = Buffer.from(`${packed.toString('hex')}>`)
  const filters = `/Filter[${'/ASCIIHexDecode'.repeat(depth)}]`
  const page = `<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R>>`
  return assemble([catalogue, pages, page, stream(packed, filters)])
}

/** A PDF whose single page holds the given number of pieces of text. */
export function wordyPdf(words: number): Buffer {
  const text = deflateSync(`BT /F1 9 Tf ${'1 0 0 1 9 9 Tm (a) Tj '.repeat(words)}ET`)
  const page = `<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>`
  const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
  return assemble([catalogue, pages, page, stream(text, '/Filter/FlateDecode'), helvetica])
}

/** A PDF with the given number of identical pages. */
export function longPdf(count: number): Buffer {
  const many = `<</Type/Pages/Kids[${'3 0 R '.repeat(count)}]/Count ${count}>>`
  return assemble([catalogue, many, `<</Type/Page/Parent 2 0 R${box}>>`])
}

/** A PDF whose tree of pages never ends: each branch holds the tree again. */
export function cyclicPagesPdf(): Buffer {
  const branch = '<</Type/Pages/Parent 2 0 R/Kids[2 0 R 3 0 R]/Count 1000>>'
  return assemble([catalogue, '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2000>>', branch])
}

/** A PDF whose cross-reference table names itself as its predecessor. */
export function cyclicXrefPdf(): Buffer {
  const table = 'xref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Prev 9/Root 1 0 R>>\nstartxref\n9\n%%EOF'
  return Buffer.from(`%PDF-1.7\n${table}`)
}

/**
 * A PDF titled "Rapport d'alarme" that needs the user password to be read, or the owner password to be
 * changed.
 */
export function encryptedPdf(passwords: { userPassword?: string; ownerPassword?: string }): Promise<Buffer> {
  const document = new PdfDocument({ ...passwords, pdfVersion: '1.7' })
  const chunks: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  document.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
  document.text("Rapport d'alarme").end()
  return promise
}
