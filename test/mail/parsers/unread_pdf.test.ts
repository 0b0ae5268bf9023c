import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseMobilisationReport } from '../../../src/mail/parsers/mobilisation_report.ts'
import { assemble } from '../corpus/paper/pdf_file.ts'

const read = (content: Buffer) =>
  parseMobilisationReport({
    text: '',
    attachments: [{ filename: 'scan.pdf', contentType: 'application/pdf', content }],
  })
const unread = (why: string) => ({ etat: 'failed', raison: `Le document PDF n’a pas pu être lu (${why}).` })

describe('a PDF without text', () => {
  const picture = deflateSync(Buffer.alloc(30_000, 255))
  const image = Buffer.concat([
    Buffer.from(
      `<</Type/XObject/Subtype/Image/Width 100/Height 100/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/Length ${picture.length}>>stream\n`,
    ),
    picture,
    Buffer.from('\nendstream'),
  ])
  const drawing = 'q 595 0 0 842 0 0 cm /Im1 Do Q'
  const resources =
    '/Resources<</XObject<</Im1 5 0 R>>/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
  const page = (content: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${resources}/Contents ${content} 0 R>>`
  const stream = (content: string) => `<</Length ${content.length}>>stream\n${content}\nendstream`

  it('fails as a scan', async () => {
    const scan = assemble([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      page(4),
      stream(drawing),
      image,
    ])
    expect(await read(scan)).toEqual(unread('il n’a pas de texte'))
  })

  it('fails when only one of its pages is a picture', async () => {
    const mixed = assemble([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 2/Kids[3 0 R 6 0 R]>>',
      page(4),
      stream(drawing),
      image,
      page(7),
      stream('BT /F1 12 Tf 60 700 Td (Plan) Tj ET'),
    ])
    expect(await read(mixed)).toEqual(unread('sa page 1 est une image, sans texte'))
  })

  it('fails when its font does not name its letters', async () => {
    const font =
      '/Font<</F1<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[5 0 R]>>>>'
    const drawn = assemble([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<${font}>>/Contents 4 0 R>>`,
      stream('BT /F1 12 Tf 60 700 Td <00410042> Tj ET'),
      '<</Type/Font/Subtype/CIDFontType2/BaseFont/X>>',
    ])
    expect(await read(drawn)).toEqual(unread('la police F1 ne dit pas quels caractères elle dessine'))
  })
})
