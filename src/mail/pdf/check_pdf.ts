import { checkContent, type Used } from './check_content.ts'
import { checkFont } from './check_font.ts'
import { checkKeys } from './check_keys.ts'
import { unfold } from './filters.ts'
import { PdfFile } from './pdf_file.ts'
import type { Box } from './text_places.ts'
import { damaged, UnreadablePdf } from './unreadable_pdf.ts'
import { asCount, asDict, type Dict, nameOf, Ref, Stream, type Value } from './values.ts'
import { type PageObject, widenPages } from './widen_pages.ts'

/** The result of checking a whole file. */
interface CheckedPdf {
  /** Per page, whether it draws pictures or curves, which may be writing without being text. */
  pictures: boolean[]
  /** The file for pdf.js, with pages widened so that no letter is outside. */
  bytes: Buffer
  /** Whether the file is encrypted: its pages can be read, but not checked. */
  encrypted: boolean
}

// A mobilisation report has 5 to 30 pages.
const PAGE_LIMIT = 300
const PAGES = 'sa table des pages'

/**
 * Checks that a PDF is whole as far as the text of its pages depends on it: its table of objects, its pages
 * and everything they draw text with are there, and compressed parts have the right checksum. Readers of PDF
 * make the best of a damaged file and silently leave out a page or a line.
 * @throws UnreadablePdf
 */
export function checkPdf(bytes: Buffer): CheckedPdf {
  const file = new PdfFile(bytes)
  if (file.trailer.has('Encrypt')) return { pictures: [], bytes, encrypted: true }
  const catalog = asDict(file.get(file.trailer.get('Root')), PAGES)
  if (nameOf(catalog.get('Type')) !== 'Catalog') throw damaged(PAGES)
  const checker = new PageChecker(file)
  if (checker.walk(catalog.get('Pages'), null, new Map()) === 0) throw damaged(PAGES)
  checker.checkOrphans()
  if (!file.isCovered()) throw damaged('un objet n’est pas dans sa table')
  return {
    pictures: checker.pictures,
    bytes: widenPages(bytes, file.trailer, checker.pages),
    encrypted: false,
  }
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

class PageChecker {
  readonly #file: PdfFile
  readonly #nodes = new Set<number>()
  readonly #contents = new Set<Value>()
  readonly #fonts = new Set<Value>()
  readonly pictures: boolean[] = []
  readonly pages: PageObject[] = []

  constructor(file: PdfFile) {
    this.#file = file
  }

  /** Checks a node of the page tree and everything below it. Returns the number of pages. */
  walk(node: Value | undefined, parent: Ref | null, inherited: Dict): number {
    if (!(node instanceof Ref) || this.#nodes.has(node.number)) throw damaged(PAGES)
    this.#nodes.add(node.number)
    const dict = asDict(this.#file.get(node), PAGES)
    const up = dict.get('Parent')
    if (parent && !(up instanceof Ref && up.number === parent.number)) throw damaged(PAGES)
    const own: Dict = new Map(inherited)
    for (const key of INHERITED) if (dict.has(key)) own.set(key, dict.get(key) ?? null)
    const type = nameOf(dict.get('Type'))
    checkKeys(dict, type === 'Page' ? 'page' : 'pages', PAGES)
    if (type === 'Page') {
      this.pictures.push(false)
      this.pages.push({ ref: node, dict })
      this.#checkPage(dict, own, `la page ${this.pictures.length}`)
      return 1
    }
    const kids = this.#file.get(dict.get('Kids'))
    const count = asCount(this.#file.get(dict.get('Count')), PAGES)
    if (count > PAGE_LIMIT) throw new UnreadablePdf(`il a plus de ${PAGE_LIMIT} pages`)
    if (type !== 'Pages' || !Array.isArray(kids)) throw damaged(PAGES)
    const below = kids.reduce<number>((sum, kid) => sum + this.walk(kid, node, own), 0)
    if (below !== count) throw damaged(PAGES)
    return below
  }

  /** A page or text in the file but on no page shows that the reference to it is damaged. */
  checkOrphans(): void {
    for (const [number, value] of this.#file.all()) {
      const dict = value instanceof Stream ? value.dict : value
      if (!(dict instanceof Map)) continue
      if (nameOf(dict.get('Type')) === 'Page' && !this.#nodes.has(number)) throw damaged('une page manque')
      if (value instanceof Stream && this.#isLostText(value)) throw damaged('le texte d’une page manque')
    }
  }

  #isLostText(stream: Stream): boolean {
    if (this.#contents.has(stream) || stream.dict.has('Type') || stream.dict.has('Subtype')) return false
    try {
      const { bytes } = unfold(stream.raw, stream.dict, '')
      return /(?:^|\s)BT\s[\s\S]*[)>\]]\s*T[jJ]\s[\s\S]*\bET(?:\s|$)/.test(bytes.toString('latin1'))
    } catch {
      return false
    }
  }

  #checkPage(dict: Dict, inherited: Dict, part: string): void {
    const boxes = [this.#readBox(inherited.get('MediaBox'), part)]
    if (inherited.has('CropBox')) boxes.push(this.#readBox(inherited.get('CropBox'), part))
    const turn = this.#file.get(inherited.get('Rotate')) ?? 0
    if (typeof turn !== 'number' || turn % 90 !== 0) throw damaged(part)
    const contents = this.#file.get(dict.get('Contents'))
    const streams = (Array.isArray(contents) ? contents : [contents]).map((each) => this.#file.get(each))
    const read = streams.map((stream) => {
      if (!(stream instanceof Stream)) throw damaged(`le contenu de ${part} manque`)
      this.#contents.add(stream)
      return unfold(stream.raw, stream.dict, `le contenu de ${part}`)
    })
    const bytes = Buffer.concat(read.flatMap((each) => [each.bytes, Buffer.from('\n')]))
    const checked = read.every((each) => each.checked)
    const resources = asDict(this.#file.get(inherited.get('Resources') ?? new Map()), part)
    this.#checkUsed(checkContent(bytes, checked, `le contenu de ${part}`, boxes), resources, part)
  }

  #readBox(value: Value | undefined, part: string): Box {
    const box = this.#file.get(value)
    const numbers = (Array.isArray(box) ? box : []).map((each) => this.#file.get(each))
    const [a, b, c, d] = numbers.filter((each) => typeof each === 'number')
    if (numbers.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined) {
      throw damaged(part)
    }
    return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  }

  // The resources that a page names must exist, and those of its drawings too.
  #checkUsed(used: Used, resources: Dict, part: string): void {
    checkKeys(resources, 'resources', part)
    if (used.pictures) this.#hasPicture()
    for (const kind of ['Font', 'XObject', 'ExtGState'] as const) {
      const named = asDict(this.#file.get(resources.get(kind) ?? new Map()), part)
      for (const name of used[kind]) {
        const value = this.#file.get(named.get(name))
        if (value === null) throw damaged(`${part} : ${name} manque`)
        if (kind === 'Font') this.#checkFont(value, name)
        if (kind === 'XObject') this.#checkDrawing(value, resources, part)
      }
    }
  }

  #checkFont(value: Value, name: string): void {
    if (this.#fonts.has(value)) return
    this.#fonts.add(value)
    checkKeys(asDict(value, name), 'font', `la police ${name}`)
    checkFont(this.#file, value, name)
  }

  #checkDrawing(value: Value, around: Dict, part: string): void {
    if (!(value instanceof Stream)) throw damaged(part)
    const subtype = nameOf(value.dict.get('Subtype'))
    if (subtype === 'Image') this.#hasPicture()
    if (subtype === 'Image' || this.#contents.has(value)) return
    if (subtype !== 'Form') throw damaged(part)
    this.#contents.add(value)
    const { bytes, checked } = unfold(value.raw, value.dict, `un dessin de ${part}`)
    const own = this.#file.get(value.dict.get('Resources'))
    const used = checkContent(bytes, checked, `un dessin de ${part}`)
    this.#checkUsed(used, own === null ? around : asDict(own, part), part)
  }

  #hasPicture(): void {
    this.pictures[this.pictures.length - 1] = true
  }
}
