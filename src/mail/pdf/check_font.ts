import { unfold } from './filters.ts'
import type { PdfFile } from './pdf_file.ts'
import { damaged, UnreadablePdf } from './unreadable_pdf.ts'
import { asDict, type Dict, nameOf, Stream, type Value } from './values.ts'

const SIMPLE = new Set(['Type1', 'MMType1', 'TrueType', 'Type3'])
const ENCODINGS = new Set([
  'WinAnsiEncoding',
  'MacRomanEncoding',
  'MacExpertEncoding',
  'StandardEncoding',
  'PDFDocEncoding',
])
const IDENTITY = new Set(['Identity-H', 'Identity-V'])

// Fonts that every reader has. Only these may lack widths.
const STANDARD =
  /^(?:Helvetica|Courier)(?:-(?:Bold|Oblique|BoldOblique))?$|^Times-(?:Roman|Bold|Italic|BoldItalic)$|^Symbol$|^ZapfDingbats$|^(?:Arial|CourierNew|TimesNewRoman)(?:PS)?(?:MT)?(?:[,-](?:Bold|Italic|BoldItalic)(?:MT)?)?$/

// Names that identify a letter: Latin letters, signs and figures, and Unicode numbers.
const LETTERS =
  /^(?:[A-Za-z]|[A-Za-z](?:acute|grave|circumflex|dieresis|tilde|cedilla|ring|caron|macron|breve|ogonek|slash|bar|dotaccent|hungarumlaut|superior)|(?:zero|one|two|three|four|five|six|seven|eight|nine)(?:superior)?|oe|OE|ae|AE|germandbls|eth|Eth|thorn|Thorn|dotlessi|fi|fl|ff|ffi|ffl|uni[0-9A-F]{4}|u[0-9A-F]{4,6}|space|exclam|quotedbl|numbersign|dollar|percent|ampersand|quotesingle|parenleft|parenright|asterisk|plus|comma|hyphen|period|slash|colon|semicolon|less|equal|greater|question|at|bracketleft|backslash|bracketright|asciicircum|underscore|grave|braceleft|bar|braceright|asciitilde|quoteleft|quoteright|quotedblleft|quotedblright|quotesinglbase|quotedblbase|guilsinglleft|guilsinglright|guillemotleft|guillemotright|endash|emdash|bullet|ellipsis|dagger|daggerdbl|perthousand|Euro|euro|degree|nbspace|softhyphen|sfthyphen|mu|onehalf|onequarter|threequarters|section|paragraph|copyright|registered|trademark|currency|cent|sterling|yen|multiply|divide|plusminus|periodcentered|exclamdown|questiondown|ordfeminine|ordmasculine|acute|dieresis|circumflex|tilde|cedilla|macron|caron|minus|florin|brokenbar|logicalnot|\.notdef)$/

/**
 * Checks that a font identifies its letters. @throws UnreadablePdf when it does not, or when a part of it is
 * missing.
 */
export function checkFont(file: PdfFile, value: Value, name: string): void {
  const part = `la police ${name}`
  const font = asDict(file.get(value), part)
  const subtype = nameOf(file.get(font.get('Subtype'))) ?? ''
  if (nameOf(font.get('Type')) !== 'Font') throw damaged(part)
  const known = checkToUnicode(file, font, part)
  if (subtype === 'Type0') checkComposite(file, font, known, part)
  else if (SIMPLE.has(subtype)) checkSimple(file, font, subtype, known, part)
  else throw damaged(part)
}

function checkComposite(file: PdfFile, font: Dict, known: boolean, part: string): void {
  const descendants = file.get(font.get('DescendantFonts'))
  const [descendant] = Array.isArray(descendants) ? descendants : []
  const kind = nameOf(asDict(file.get(descendant), part).get('Subtype')) ?? ''
  if (!/^CIDFontType[02]$/.test(kind)) throw damaged(part)
  const encoding = file.get(font.get('Encoding'))
  if (encoding instanceof Stream) unfold(encoding.raw, encoding.dict, part)
  else if (!IDENTITY.has(nameOf(encoding) ?? '')) throw damaged(part)
  // The codes are numbers of drawings, and nothing else tells their letters.
  if (!known) throw new UnreadablePdf(`${part} ne dit pas quels caractères elle dessine`)
}

function checkSimple(file: PdfFile, font: Dict, subtype: string, known: boolean, part: string): void {
  const letters = readLetters(file, font, part)
  const widths = file.get(font.get('Widths'))
  const [first, last] = [file.get(font.get('FirstChar')), file.get(font.get('LastChar'))]
  if (Array.isArray(widths)) {
    const sound = typeof first === 'number' && typeof last === 'number' && widths.length === last - first + 1
    if (!sound || !widths.every((width) => typeof file.get(width) === 'number')) throw damaged(part)
  } else if (subtype === 'Type3' || !STANDARD.test(nameOf(file.get(font.get('BaseFont'))) ?? '')) {
    throw damaged(part)
  }
  // Nothing tells the meaning or width of letters with other names.
  if ((!known || widths === null) && letters.some((name) => !LETTERS.test(name))) {
    throw new UnreadablePdf(`${part} ne dit pas quels caractères elle dessine`)
  }
}

// The names of letters that differ from the font's encoding.
function readLetters(file: PdfFile, font: Dict, part: string): string[] {
  const encoding = file.get(font.get('Encoding'))
  if (encoding === null) return []
  if (encoding instanceof Map) {
    const type = nameOf(encoding.get('Type')) ?? 'Encoding'
    const strange = [...encoding.keys()].some((key) => !['Type', 'BaseEncoding', 'Differences'].includes(key))
    if (type !== 'Encoding' || strange) throw damaged(part)
  }
  const base = encoding instanceof Map ? encoding.get('BaseEncoding') : encoding
  if (base !== undefined && !ENCODINGS.has(nameOf(base) ?? '')) throw damaged(part)
  const differences = encoding instanceof Map ? (file.get(encoding.get('Differences')) ?? []) : []
  if (!Array.isArray(differences)) throw damaged(part)
  return differences.filter((each) => typeof each !== 'number').map((each) => nameOf(each) ?? '')
}

// Whether the font has a table of its letters. Each part of the table must have as many lines as it states.
function checkToUnicode(file: PdfFile, font: Dict, part: string): boolean {
  const map = file.get(font.get('ToUnicode'))
  if (map === null) return false
  if (!(map instanceof Stream)) {
    if (IDENTITY.has(nameOf(map) ?? '')) return true
    throw damaged(part)
  }
  const text = unfold(map.raw, map.dict, part).bytes.toString('latin1')
  if (!/\bbegincmap\b[\s\S]*\bendcmap\b/.test(text)) throw damaged(part)
  const parts = [...text.matchAll(/(\d+)\s+beginbf(char|range)\b([\s\S]*?)\bendbf\2\b/g)]
  if (parts.length !== (text.match(/beginbf/g)?.length ?? 0)) throw damaged(part)
  for (const [, count, kind, lines = ''] of parts) {
    const entry =
      kind === 'char'
        ? /<[0-9a-f\s]+>\s*<[0-9a-f\s]*>/gi
        : /<[0-9a-f\s]+>\s*<[0-9a-f\s]+>\s*(?:<[0-9a-f\s]*>|\[[^\]]*\])/gi
    if (lines.replace(entry, '').trim() !== '' || lines.match(entry)?.length !== Number(count))
      throw damaged(part)
  }
  return true
}
