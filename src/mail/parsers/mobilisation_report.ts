import { archiveKind } from '../mime/unread_file.ts'
import { notPdf, UnreadablePdf } from '../pdf/unreadable_pdf.ts'
import { TooMuchMemory } from '../reading/reading_limits.ts'
import { chooseOutcome } from '../report/choose_outcome.ts'
import { errorKind } from '../report/error_kind.ts'
import { fold } from '../report/fold.ts'
import type { Attachment, Mail } from '../report/parser.ts'
import { type Groupe, type Outcome, type Report, withGaps } from '../report/report.ts'
import { weatherWarning } from '../report/weather.ts'
import { type Block, isError, isHeading, readBlocks } from './mobilisation_report/blocks.ts'
import { readHeads } from './mobilisation_report/columns.ts'
import { readHeader } from './mobilisation_report/header.ts'
import { type Line, readSheets, type Sheet } from './mobilisation_report/lines.ts'
import { isAlarming, isPlaced, readMessageLine } from './mobilisation_report/message_line.ts'
import { readMessages } from './mobilisation_report/messages.ts'
import { countReponses, gatherPersonnes } from './mobilisation_report/personnes.ts'
import { readRows } from './mobilisation_report/rows.ts'
import { answers, compareTotals, readTotals, splitTable, type Totals } from './mobilisation_report/totals.ts'
import { arrangeSheets, findMissing, isTitle, type Leaf, OTHERS } from './mobilisation_report/whole.ts'

/**
 * Reads the mobilisation report of the alarm centre, a PDF attachment with the title "Rapport d'alarme". Its
 * layout is made for people, not machines. So all counts are compared with the report's own totals, and a block that
 * differs is left out. So is a page that is damaged, or missing. Then the alarm is incomplete, and its warnings say
 * what it lacks. Without its first page whole the report is `failed`.
 */
export async function parseMobilisationReport(mail: Mail): Promise<Outcome | null> {
  const outcomes: Outcome[] = []
  const unreadable: [filename: string, kind: string][] = []
  for (const { filename, content } of mail.attachments.filter(isPdf)) {
    try {
      if (archiveKind(content) !== null) throw notPdf()
      const outcome = readDocument(await readSheets(content))
      if (outcome) outcomes.push(outcome)
    } catch (error) {
      if (error instanceof TooMuchMemory) throw error
      unreadable.push([filename, errorKind(error)])
    }
  }
  const [broken] = unreadable
  const chosen = chooseOutcome(outcomes)
  if (chosen === null) return broken ? failed(`Le document PDF n’a pas pu être lu (${broken[1]}).`) : null
  const gaps = unreadable.map(([filename, kind]) => `Pièce jointe « ${filename} » illisible (${kind}).`)
  return chosen.etat === 'alarm' ? { etat: 'alarm', report: withGaps(chosen.report, gaps) } : chosen
}

/**
 * Whether an attachment is a PDF, perhaps a damaged one: by its type, its name, or its first bytes, which may
 * come after others.
 */
export function isPdf({ contentType, filename, content }: Attachment): boolean {
  return (
    /^application\/(?:x-)?pdf$/.test(contentType) ||
    /\.pdf$/i.test(filename) ||
    (archiveKind(content) === null && content.subarray(0, 1_024).includes('%PDF-'))
  )
}

// Reads the pages of a PDF; null when it is no report.
function readDocument({ sheets, faults, encrypted }: Awaited<ReturnType<typeof readSheets>>): Outcome | null {
  const lines = sheets.flatMap((sheet) => sheet.lines)
  if (lines.some(isTitle)) {
    const outcome = readReport(sheets, faults)
    if (encrypted && outcome.etat !== 'failed') throw protectedPdf()
    return outcome
  }
  if (encrypted) throw protectedPdf()
  const [fault] = [...sheets.flatMap((sheet) => sheet.fault ?? []), ...faults]
  if (fault !== undefined) throw new UnreadablePdf(fault)
  if (!lines.some(isOfReport)) return null
  return failed('Le document PDF a des parties d’un rapport d’alarme, sans son titre.')
}

// The streams of a protected file cannot be checked, so nobody knows whether it is whole.
function protectedPdf(): UnreadablePdf {
  return new UnreadablePdf('il est protégé, et ne peut pas être vérifié')
}

// A line that only a report contains, even if its title is damaged.
function isOfReport(line: Line): boolean {
  return (
    isHeading(line) ||
    readHeads(line) !== null ||
    /^(?:debut|fin) de l'alarme\b|^type d'alarme\b/.test(fold(line.text))
  )
}

// Reads a report. A page that may not follow the one before stands alone only if something is missing: by the pages
// themselves, or by the general totals.
function readReport(sheets: Sheet[], faults: string[]): Outcome {
  const { leaves, gaps } = arrangeSheets(sheets, faults)
  if (gaps.length > 0) return readLeaves(leaves, gaps, true)
  const outcome = readLeaves(leaves, gaps, false)
  const whole = outcome.etat !== 'alarm' || !outcome.report.incomplet
  return whole ? outcome : readLeaves(leaves, gaps, true)
}

function readLeaves(leaves: Leaf[], missing: string[], strict: boolean): Outcome {
  const isBroken = ({ follows }: Leaf) => follows === 'not' || (strict && follows === 'perhaps')
  const broken = leaves.findIndex(isBroken)
  const sections = splitSections(
    leaves.slice(0, broken < 0 ? leaves.length : broken).flatMap(({ lines }) => lines),
  )
  const header = readHeader(sections.header)
  if (!sections.messages) return failed('Le rapport n’a pas de partie « Messages ».')
  if (broken >= 0 && sections.groups.length === 0)
    return failed('La page où finit le message du rapport manque.')
  if ([...sections.header, ...sections.messages].some(isError)) {
    return failed('Le début du rapport n’a pas pu être produit par la centrale.')
  }
  const messages = readMessages(sections.messages)
  const alarm = readMessageLine(messages[0] ?? '')
  const alarming = isAlarming(messages[0] ?? '') || isPlaced(messages[0] ?? '')
  const placed = alarm ? alarm.adresse !== '' || alarm.wgs84 !== null : alarming
  const weather = weatherWarning([header.description, ...messages], placed)
  if (weather) return weather
  if (!alarm && alarming) {
    return failed('La ligne de message est incomplète : moins de quatre parties séparées par « ; ».')
  }
  if (!alarm) {
    return { etat: 'ignored', raison: 'Message d’information : moins de quatre parties séparées par « ; ».' }
  }
  const rest = broken < 0 ? [] : leaves.slice(broken)
  const starts = new Set(rest.filter(isBroken).flatMap(({ lines }) => lines.slice(0, 1)))
  const blocks = readBlocks([...sections.groups, ...rest.flatMap(({ lines }) => lines)], starts)
  const groupes = readGroupes(blocks, strict)
  const report: Report = {
    ...header,
    ...alarm,
    sis: [],
    groupes: groupes.groupes,
    groupes_ecartes: groupes.ecartes,
    personnes: [],
    avertissements: [...header.avertissements, ...alarm.avertissements, ...groupes.avertissements],
  }
  return { etat: 'alarm', report: withGaps(report, [...new Set([...groupes.gaps, ...missing])]) }
}

function failed(raison: string): Outcome {
  return { etat: 'failed', raison }
}

interface Sections {
  header: Line[]
  messages: Line[] | null
  groups: Line[]
}

// Splits the report at its headings. Lines between "Statistiques générales" and the first title are skipped.
function splitSections(lines: Line[]): Sections {
  const at = (heading: string, from: number) => {
    const index = lines.findIndex(({ text }, place) => place >= from && fold(text) === heading)
    return index < 0 ? lines.length : index
  }
  // A caller may also say "Messages"; the real heading has the head of its table below.
  const table = lines.findIndex(({ text }) => /^langue\b/.test(fold(text)))
  const messages = table > 0 && at('messages', table - 1) === table - 1 ? table - 1 : at('messages', 0)
  if (messages === lines.length) return { header: lines, messages: null, groups: [] }
  const statistics = at('statistiques generales', messages)
  const end = Math.min(statistics, at('statistiques par service', messages))
  return {
    header: lines.slice(0, messages).filter((line) => !isHeading(line)),
    messages: lines.slice(messages + 1, end).filter((line) => !isHeading(line)),
    groups: lines.slice(end),
  }
}

interface Groupes {
  groupes: Groupe[]
  /** Titles of the blocks that are left out. */
  ecartes: string[]
  /** French sentences about what is left out or missing. */
  gaps: string[]
  avertissements: string[]
}

// The groups. A block that contradicts its own totals is left out.
function readGroupes({ blocks, before, lost }: ReturnType<typeof readBlocks>, strict: boolean): Groupes {
  const all: Groupes = { groupes: [], ecartes: [], gaps: [], avertissements: [] }
  const sum: Totals = { viennent: 0, neViennentPas: 0, pasRepondus: 0 }
  if (blocks.length === 0) all.avertissements.push('Le rapport ne nomme aucun groupe.')
  for (const block of blocks) {
    const { groupe, read, fault } = readBlock(block, strict)
    if (fault !== null) {
      all.ecartes.push(block.titre)
      all.gaps.push(fault)
      continue
    }
    for (const { key } of answers) sum[key] += read[key]
    if (groupe.personnes.some(({ nom }) => nom === '')) {
      all.avertissements.push(`Groupe « ${block.titre} » : une personne sans nom.`)
    }
    if (block.lines.length === 0) all.avertissements.push(`Groupe « ${block.titre} » : rien sous le titre.`)
    all.groupes.push(groupe)
  }
  if (before.some((line) => readHeads(line)))
    all.gaps.push('Un tableau sans titre de groupe n’est pas repris.')
  if (before.some(isError)) all.gaps.push('Une partie du rapport n’a pas pu être produite par la centrale.')
  if (lost.length > 0) all.gaps.push(`La suite d’un groupe n’est pas reprise : une page manque. ${OTHERS}`)
  const missing = findMissing(before, sum)
  if (missing) all.gaps.unshift(missing)
  // Nothing that was read explains it.
  if (missing && all.gaps.length === 1) all.gaps.push(OTHERS)
  return all
}

function readBlock(
  { titre, lines }: Block,
  strict: boolean,
): { groupe: Groupe; read: Totals; fault: string | null } {
  const { table, others } = splitTable(lines)
  const rows = readRows(table)
  const read = countReponses(rows)
  // A title at the foot of a page has its block on the next one, which may be missing.
  const empty = strict && lines.length === 0 ? `Groupe « ${titre} » : rien sous le titre.` : null
  const wrong = lines.some(isError)
    ? `Groupe « ${titre} » : une partie du rapport n’a pas pu être produite par la centrale.`
    : (empty ?? compareTotals(titre, read, readTotals(others)))
  return {
    groupe: { titre, personnes: gatherPersonnes(rows) },
    read,
    fault: wrong && `${wrong} Ce groupe n’est pas repris.`,
  }
}
