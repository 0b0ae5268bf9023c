import { deflateSync } from 'node:zlib'

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

/** A small PDF whose drawing calls another ten times, which calls another ten times, so many levels deep. */
export function laughingPdf(depth: number): Buffer {
  const font = 5
  const resources = (level: number) => `/Resources<</XObject<</X ${level} 0 R>>/Font<</F1 ${font} 0 R>>>>`
  // Forms without text would be passed over the second time.
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

/** A small PDF whose page unfolds into so many megabytes of blanks. */
export function unfoldingPdf(megabytes: number): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(megabytes * 1_000_000, ' ')))
  const page = `<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R>>`
  return assemble([catalogue, pages, page, stream(packed, '/Filter[/FlateDecode/FlateDecode]')])
}
