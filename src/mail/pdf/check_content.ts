import { Syntax } from './syntax.ts'
import { type Box, TextPlaces } from './text_places.ts'
import { damaged, UnreadablePdf } from './unreadable_pdf.ts'
import { Keyword, Name, type Value } from './values.ts'

// ISO 32000-1, annex A: every operator of a page and its number of operands; `*` takes any number.
const OPERATORS = new Map<string, number | '*'>(
  (
    'b:0 B:0 b*:0 B*:0 BDC:2 BMC:1 BT:0 BX:0 c:6 cm:6 CS:1 cs:1 d:2 d0:2 d1:6 Do:1 DP:2 EMC:0 ET:0 EX:0 f:0 F:0 f*:0 G:1 ' +
    'g:1 gs:1 h:0 i:1 j:1 J:1 K:4 k:4 l:2 m:2 M:1 MP:1 n:0 q:0 Q:0 re:4 RG:3 rg:3 ri:1 s:0 S:0 SC:* sc:* SCN:* scn:* sh:1 ' +
    'T*:0 Tc:1 Td:2 TD:2 Tf:2 Tj:1 TJ:1 TL:1 Tm:6 Tr:1 Ts:1 Tw:1 Tz:1 v:4 w:1 W:0 W*:0 y:4 \':1 ":3'
  )
    .split(' ')
    .map((each) => {
      const [name = '', count = ''] = each.split(/:(?=[\d*]+$)/)
      return [name, count === '*' ? '*' : Number(count)]
    }),
)

// Operators that draw or place text take these operands; all others take numbers and names.
const STRINGS = new Set(['Tj', "'", '"', 'TJ'])

/** The resources that a page, or a drawing on it, uses, by name. */
export interface Used {
  Font: Set<string>
  XObject: Set<string>
  ExtGState: Set<string>
  /** Whether it draws pictures or curves, which may be writing. */
  pictures: boolean
}

const PICTURES = new Set(['BI', 'sh', 'c', 'v', 'y'])
const USES: Record<string, 'Font' | 'XObject' | 'ExtGState'> = { Tf: 'Font', Do: 'XObject', gs: 'ExtGState' }

/**
 * Reads what the content of a page uses. If no checksum covers its bytes, every operator must be valid and
 * have its operands. That finds most damage, but not a changed letter.
 * @param boxes that all of its text must begin in
 * @throws UnreadablePdf
 */
export function checkContent(bytes: Buffer, checked: boolean, part: string, boxes: Box[] = []): Used {
  const used: Used = { Font: new Set(), XObject: new Set(), ExtGState: new Set(), pictures: false }
  const syntax = new Syntax(bytes, 0, false)
  const places = new TextPlaces(boxes)
  let operands: Value[] = []
  const depth = { text: 0, states: 0 }
  if (!checked && bytes.includes(0)) throw damaged(part)
  while (!syntax.atEnd()) {
    const value = syntax.read()
    if (!(value instanceof Keyword)) {
      operands.push(value)
      continue
    }
    const { word } = value
    const [first] = operands
    if (!checked && !isSound(word, operands)) throw damaged(part)
    if (USES[word] && first instanceof Name) used[USES[word]].add(first.name)
    places.follow(word, operands)
    used.pictures ||= PICTURES.has(word)
    depth.text += Number(word === 'BT') - Number(word === 'ET')
    depth.states += Number(word === 'q') - Number(word === 'Q')
    if (!checked && (depth.states < 0 || depth.text < 0 || depth.text > 1)) throw damaged(part)
    if (word === 'BI') skipImage(syntax, part)
    operands = []
  }
  if (!checked && (operands.length > 0 || depth.text !== 0 || depth.states !== 0)) throw damaged(part)
  if (!places.inside) throw new UnreadablePdf(`${part} sort de la page`)
  return used
}

function isSound(word: string, operands: Value[]): boolean {
  if (word === 'BI') return operands.length === 0
  const count = OPERATORS.get(word)
  if (count === undefined || (count !== '*' && count !== operands.length)) return false
  const last = operands.at(-1)
  if (word === 'TJ') {
    return Array.isArray(last) && last.every((each) => typeof each === 'number' || Buffer.isBuffer(each))
  }
  if (STRINGS.has(word)) return Buffer.isBuffer(last)
  if (USES[word]) return operands[0] instanceof Name && (word !== 'Tf' || typeof last === 'number')
  if (['BDC', 'DP', 'BMC', 'MP', 'd'].includes(word)) return true
  return operands.every((each) => typeof each === 'number' || each instanceof Name)
}

// Skips from behind BI to behind EI. Between them is a picture, which ends at an EI that stands alone.
function skipImage(syntax: Syntax, part: string): void {
  const rest = syntax.bytes.toString('latin1', syntax.at)
  const end = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)/.exec(rest)
  if (!end) throw damaged(part)
  syntax.at += end.index + end[0].length
}
