import { checkContent, type Used } from './check_content.ts'
import { checkFont } from './check_font.ts'
import { checkKeys } from './check_keys.ts'
import { unfold } from './filters.ts'
import { PdfFile } from './pdf_file.ts'
import { soundBytes } from './sound_bytes.ts'
import type { Box } from './text_places.ts'
import { damaged, UnreadablePdf } from './unreadable_pdf.ts'
import { asDict, type Dict, nameOf, Ref, Stream, type Value } from './values.ts'
import { type PageObject, widenPages } from './widen_pages.ts'

/** A page of a checked file. */
interface CheckedPage {
  /** Why the page cannot be read whole, in French; null if it can. */
  fault: string | null
  /** Whether it draws pictures or curves, which may be writing without being text. */
  pictures: boolean
}

/** The result of checking a whole file. */
interface CheckedPdf {
  /** Every page, in order. */
  pages: CheckedPage[]
  /** French reasons for damage whose page is unknown. */
  faults: string[]
  /** The file for pdf.js: the pages without a fault, widened so that no letter is outside. */
  bytes: Buffer
  /** Whether the file is encrypted: its pages can be read, but not checked. */
  encrypted: boolean
}

// A mobilisation report has 5 to 30 pages.
const PAGE_LIMIT = 300
const PAGES = 'sa table des pages'

/**
 * Checks which pages of a PDF are whole as far as their text depends on it: the table of objects, each page and
 * everything it draws text with are there, and compressed parts have the right checksum. Readers of PDF make the best
 * of a damaged file and silently leave out a page or a line.
 * @throws UnreadablePdf when no page can be found
 */
export function checkPdf(received: Buffer): CheckedPdf {
  const bytes = soundBytes(received)
  const file = new PdfFile(bytes)
  if (file.trailer.has('Encrypt')) return { pages: [], faults: [], bytes, encrypted: true }
  const catalog = asDict(file.get(file.trailer.get('Root')), PAGES)
  if (nameOf(catalog.get('Type')) !== 'Catalog') throw damaged(PAGES)
  const root = catalog.get('Pages')
  const checker = new PageChecker(file)
  if (!(root instanceof Ref) || checker.walk(root, null, new Map()) === 0) throw damaged(PAGES)
  checker.checkOrphans()
  if (!file.isCovered()) checker.faults.push('un objet n’est pas dans sa table')
  const readable = checker.pages.flatMap(({ object, fault }) => (object && fault === null ? [object] : []))
  return {
    pages: checker.pages,
    faults: [...new Set(checker.faults)],
    bytes: widenPages(bytes, file.trailer, root, readable),
    encrypted: false,
  }
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

class PageChecker {
  readonly #file: PdfFile
  readonly #nodes = new Set<number>()
  readonly #contents = new Set<Value>()
  readonly #fonts = new Set<Value>()
  readonly pages: (CheckedPage & { object: PageObject | null })[] = []
  readonly faults: string[] = []

  constructor(file: PdfFile) {
    this.#file = file
  }

  /**
   * Checks a node of the page tree and everything below it. Returns the number of pages. A page that cannot be read
   * is noted, with its place.
   */
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
      this.#addPage({ ref: node, dict, inherited: own })
      return 1
    }
    const kids = this.#file.get(dict.get('Kids'))
    if (type !== 'Pages' || !Array.isArray(kids)) throw damaged(PAGES)
    if (kids.length > PAGE_LIMIT) throw tooLong()
    const below = kids.reduce<number>((sum, kid) => sum + this.#walkKid(kid, node, own), 0)
    if (this.#file.get(dict.get('Count')) !== below) this.faults.push(PAGES)
    return below
  }

  #walkKid(kid: Value, parent: Ref, inherited: Dict): number {
    try {
      return this.walk(kid, parent, inherited)
    } catch (error) {
      this.#addPage(null, faultOf(error))
      return 1
    }
  }

  #addPage(object: PageObject | null, fault: string | null = null): void {
    if (this.pages.length >= PAGE_LIMIT) throw tooLong()
    const page = { object, fault, pictures: false }
    this.pages.push(page)
    if (object === null) return
    try {
      this.#checkPage(object.dict, object.inherited, `la page ${this.pages.length}`)
    } catch (error) {
      page.fault = faultOf(error)
    }
  }

  /** A page or text in the file but on no page shows that the reference to it is damaged. */
  checkOrphans(): void {
    for (const [number, value] of this.#file.all()) {
      const dict = value instanceof Stream ? value.dict : value
      if (!(dict instanceof Map)) continue
      if (nameOf(dict.get('Type')) === 'Page' && !this.#nodes.has(number)) this.faults.push('une page manque')
      if (value instanceof Stream && this.#isLostText(value)) this.faults.push('le texte d’une page manque')
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
    checkKeys(asDict(value, name), 'font', `la police ${name}`)
    checkFont(this.#file, value, name)
    this.#fonts.add(value)
  }

  #checkDrawing(value: Value, around: Dict, part: string): void {
    if (!(value instanceof Stream)) throw damaged(part)
    const subtype = nameOf(value.dict.get('Subtype'))
    if (subtype === 'Image') this.#hasPicture()
    if (subtype === 'Image' || this.#contents.has(value)) return
    if (subtype !== 'Form') throw damaged(part)
    this.#contents.add(value)
    try {
      this.#checkForm(value, around, part)
    } catch (error) {
      // The next page that shows it is damaged too.
      this.#contents.delete(value)
      throw error
    }
  }

  #checkForm(value: Stream, around: Dict, part: string): void {
    const { bytes, checked } = unfold(value.raw, value.dict, `un dessin de ${part}`)
    const own = this.#file.get(value.dict.get('Resources'))
    const used = checkContent(bytes, checked, `un dessin de ${part}`)
    this.#checkUsed(used, own === null ? around : asDict(own, part), part)
  }

  #hasPicture(): void {
    const page = this.pages.at(-1)
    if (page) page.pictures = true
  }
}

// French reason why a part cannot be read. An error that says nothing about the file goes on.
function faultOf(error: unknown): string {
  if (error instanceof UnreadablePdf && !(error instanceof TooLong)) return error.message
  throw error
}

class TooLong extends UnreadablePdf {}

function tooLong(): TooLong {
  return new TooLong(`il a plus de ${PAGE_LIMIT} pages`)
}
