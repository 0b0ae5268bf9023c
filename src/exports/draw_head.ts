import { checkPng } from './check_png.ts'
import { writeFitted } from './write_fitted.ts'
import { MARGIN, type Page, WIDTH, writeLine } from './write_line.ts'

const LOGO = { width: 110, height: 56 }
const WIDTH_OF_TITLE = 370
const RED = '#b3261e'

/** An image in base64; its type is image/png or image/jpeg. */
export interface Logo {
  type: string
  image: string
}

/** The first lines of a document: its title, the name of the SIS, and a line in small letters. */
interface Head {
  title: string
  name: string
  line: string
  logo: Logo | null
}

/** Draws the head of a document, with the logo at its right. */
export function drawHead(page: Page, { title, name, line, logo }: Head): void {
  page.font('Arimo-Bold').fontSize(20).fillColor(RED)
  writeLine(page, title, 0, 0, WIDTH_OF_TITLE)
  page.fillColor('black')
  const width = logo === null ? WIDTH : WIDTH - LOGO.width - 20
  writeFitted(page, name, { x: 0, y: 28, width }, [13, 8])
  page.font('Arimo-Regular').fontSize(9).fillColor('#555')
  writeLine(page, line, 0, 48, WIDTH_OF_TITLE)
  if (logo !== null) drawLogo(page, Buffer.from(logo.image, 'base64'), logo.type)
}

// Documents whose logo is known to be whole.
const checked = new WeakSet<Page>()

// A logo that cannot be drawn is left out: the contents matter more.
function drawLogo(page: Page, image: Buffer, type: string): void {
  try {
    if (type === 'image/png' && !checked.has(page)) checkPng(image)
    checked.add(page)
    const x = page.page.width - MARGIN - LOGO.width
    // By its address, pdfkit knows an image again and writes it once.
    const address = `data:image;base64,${image.toString('base64')}`
    page.image(address, x, MARGIN, { fit: [LOGO.width, LOGO.height], align: 'right', valign: 'center' })
  } catch {
    // The page is unchanged: pdfkit reads the whole image before it places it.
  }
}
