import { archiveKind } from '../mime/unread_file.ts'
import { UnreadablePdf } from '../pdf/unreadable_pdf.ts'
import { TooMuchMemory } from '../reading/reading_limits.ts'
import { distinct } from '../report/distinct.ts'
import { errorKind } from '../report/error_kind.ts'
import { fold } from '../report/fold.ts'
import type { Attachment, Mail } from '../report/parser.ts'
import { type Groupe, type Outcome, type Report, severalReports } from '../report/report.ts'
import { weatherWarning } from '../report/weather.ts'
import { type Block, isError, isHeading, readBlocks } from './mobilisation_report/blocks.ts'
import { readHeads } from './mobilisation_report/columns.ts'
import { readHeader } from './mobilisation_report/header.ts'
import { type Line, readLines } from './mobilisation_report/lines.ts'
import { isAlarming, readMessageLine } from './mobilisation_report/message_line.ts'
import { readMessages } from './mobilisation_report/messages.ts'
import { countReponses, gatherPersonnes } from './mobilisation_report/personnes.ts'
import { readRows } from './mobilisation_report/rows.ts'
import { answers, compareTotals, readTotals, splitTable, type Totals } from './mobilisation_report/totals.ts'
import { findGap, findMissing, isFoot } from './mobilisation_report/whole.ts'

/**
 * Reads the mobilisation report of the alarm centre, a PDF attachment with the title "Rapport d'alarme". Its
 * layout is made for people, not machines. So all counts are compared with the report's own totals, and a
 * block that differs makes the message `failed`. So does a file with a damaged part.
 */
export async function parseMobilisationReport(mail: Mail): Promise<Outcome | null> {
  const outcomes: Outcome[] = []
  const unreadable: [filename: string, kind: string][] = []
  for (const { filename, content } of mail.attachments.filter(isPdf)) {
    try {
      const outcome = readDocument(await readLines(content))
      if (outcome) outcomes.push(outcome)
    } catch (error) {
      if (error instanceof TooMuchMemory) throw error
      unreadable.push([filename, errorKind(error)])
    }
  }
  const [broken] = unreadable
  if (outcomes.length === 0) {
    return broken ? failed(`Le document PDF n’a pas pu être lu (${broken[1]}).`) : null
  }
  const warnings = unreadable.map(([filename, kind]) => `Pièce jointe « ${filename} » illisible (${kind}).`)
  return withWarnings(chooseOutcome(outcomes), warnings)
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

// Reads the lines of a PDF; null when it is no report.
function readDocument({ lines, encrypted }: Awaited<ReturnType<typeof readLines>>): Outcome | null {
  const report = lines.some(({ text }) => fold(text).startsWith("rapport d'alarme"))
  if (report) {
    const outcome = readReport(lines)
    if (encrypted && outcome.etat !== 'failed') throw protectedPdf()
    return outcome
  }
  if (encrypted) throw protectedPdf()
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

// A message makes one alarm per SIS. A copy of the same report, or an information beside it, changes nothing.
// But if two reports differ, neither may be lost.
function chooseOutcome(outcomes: Outcome[]): Outcome {
  const reports = distinct(outcomes.filter(({ etat }) => etat !== 'ignored'))
  if (reports.length > 1) return failed(severalReports(reports.length))
  return reports[0] ?? outcomes[0] ?? failed('Le message ne contient aucun rapport.')
}

function withWarnings(outcome: Outcome, avertissements: string[]): Outcome {
  if (outcome.etat !== 'alarm') return outcome
  const { report } = outcome
  return {
    etat: 'alarm',
    report: { ...report, avertissements: [...report.avertissements, ...avertissements] },
  }
}

function readReport(all: Line[]): Outcome {
  const lines = all.filter((line) => !isFoot(line))
  const gap = findGap(all)
  if (gap) return failed(gap)
  const sections = splitSections(lines)
  const header = readHeader(sections.header)
  if (!sections.messages) return failed('Le rapport n’a pas de partie « Messages ».')
  const messages = readMessages(sections.messages)
  const alarm = readMessageLine(messages[0] ?? '')
  const alarming = isAlarming(messages[0] ?? '')
  const placed = alarm ? alarm.adresse !== '' || alarm.wgs84 !== null : alarming
  const weather = weatherWarning([header.description, ...messages], placed)
  if (weather) return weather
  const { blocks, before } = readBlocks(sections.groups)
  const broken = brokenPart(lines, blocks)
  if (broken) return failed(`${broken} : une partie du rapport n’a pas pu être produite par la centrale.`)
  if (!alarm && alarming) {
    return failed('La ligne de message est incomplète : moins de quatre parties séparées par « ; ».')
  }
  if (before.some((line) => readHeads(line)))
    return failed('Un tableau du rapport n’a pas de titre de groupe.')
  const groupes = readGroupes(blocks)
  if (typeof groupes === 'string') return failed(groupes)
  const missing = findMissing(before, groupes.read)
  if (missing) return failed(missing)
  if (!alarm) {
    return { etat: 'ignored', raison: 'Message d’information : moins de quatre parties séparées par « ; ».' }
  }
  const avertissements = [...header.avertissements, ...alarm.avertissements, ...groupes.avertissements]
  const report: Report = {
    ...header,
    ...alarm,
    sis: [],
    groupes: groupes.groupes,
    personnes: [],
    avertissements,
  }
  return { etat: 'alarm', report }
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
  /** The answers of all groups. */
  read: Totals
  avertissements: string[]
}

// The groups, or the reason why they cannot be trusted.
function readGroupes(blocks: Block[]): Groupes | string {
  const groupes: Groupe[] = []
  const sum: Totals = { viennent: 0, neViennentPas: 0, pasRepondus: 0 }
  const avertissements = blocks.length === 0 ? ['Le rapport ne nomme aucun groupe.'] : []
  for (const block of blocks) {
    const { table, others } = splitTable(block.lines)
    const rows = readRows(table)
    const read = countReponses(rows)
    const wrong = compareTotals(block.titre, read, readTotals(others))
    if (wrong) return wrong
    for (const { key } of answers) sum[key] += read[key]
    const personnes = gatherPersonnes(rows)
    if (personnes.some(({ nom }) => nom === '')) {
      avertissements.push(`Groupe « ${block.titre} » : une personne sans nom.`)
    }
    if (block.lines.length === 0) avertissements.push(`Groupe « ${block.titre} » : rien sous le titre.`)
    groupes.push({ titre: block.titre, personnes })
  }
  return { groupes, read: sum, avertissements }
}

// The name of the part with the report engine's error text, or null.
function brokenPart(lines: Line[], blocks: Block[]): string | null {
  const block = blocks.find((candidate) => candidate.lines.some(isError))
  if (block) return `Groupe « ${block.titre} »`
  return lines.some(isError) ? 'Avant le premier groupe' : null
}
