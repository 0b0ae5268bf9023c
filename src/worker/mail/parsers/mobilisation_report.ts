import { distinct } from '../report/distinct.ts'
import { errorKind } from '../report/error_kind.ts'
import { fold } from '../report/fold.ts'
import type { Attachment, Mail } from '../report/parser.ts'
import { type Groupe, type Outcome, type Report, severalReports } from '../report/report.ts'
import { type Block, isError, isHeading, readBlocks } from './mobilisation_report/blocks.ts'
import { readHeads } from './mobilisation_report/columns.ts'
import { readHeader } from './mobilisation_report/header.ts'
import { type Line, readLines } from './mobilisation_report/lines.ts'
import { readMessageLine } from './mobilisation_report/message_line.ts'
import { readMessages } from './mobilisation_report/messages.ts'
import { countReponses, gatherPersonnes } from './mobilisation_report/personnes.ts'
import { readRows } from './mobilisation_report/rows.ts'
import { readTotals, splitTable, type Totals } from './mobilisation_report/totals.ts'

/**
 * The mobilisation report of the alarm centre: a PDF attachment that says "Rapport d'alarme". It is laid out for
 * readers, not for machines; so what is counted is compared with the report's own totals, and a block that does not
 * agree makes the message `failed`.
 */
export async function parseMobilisationReport(mail: Mail): Promise<Outcome | null> {
  const outcomes: Outcome[] = []
  const unreadable: [filename: string, kind: string][] = []
  for (const { filename, content } of mail.attachments.filter(isPdf)) {
    try {
      const lines = await readLines(content)
      if (lines.some(({ text }) => fold(text).startsWith("rapport d'alarme")))
        outcomes.push(readReport(lines))
    } catch (error) {
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

function isPdf({ contentType, filename, content }: Attachment): boolean {
  return (
    contentType === 'application/pdf' ||
    (contentType === 'application/octet-stream' && /\.pdf$/i.test(filename)) ||
    content.subarray(0, 5).toString('latin1') === '%PDF-'
  )
}

// A message makes one alarm per SIS. A copy of the same report, or an information beside it, changes nothing; but where
// two reports say different things neither may be lost behind the other.
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
  const sections = splitSections(lines)
  const header = readHeader(sections.header)
  if (!sections.messages) return failed('Le rapport n’a pas de partie « Messages ».')
  const messages = readMessages(sections.messages)
  if (/meteo/.test(fold([header.description, ...messages].join(' ')))) {
    return { etat: 'ignored', raison: 'Avis météo.' }
  }
  const { blocks, before } = readBlocks(sections.groups)
  const broken = brokenPart(lines, blocks)
  if (broken) return failed(`${broken} : une partie du rapport n’a pas pu être produite par la centrale.`)
  const alarm = readMessageLine(messages[0] ?? '')
  if (!alarm) {
    return { etat: 'ignored', raison: 'Message d’information : moins de quatre parties séparées par « ; ».' }
  }
  if (before.some((line) => readHeads(line)))
    return failed('Un tableau du rapport n’a pas de titre de groupe.')
  const groupes = readGroupes(blocks)
  if (typeof groupes === 'string') return failed(groupes)
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

// "Page: 3": the numbers may skip, the pages themselves are in order.
function isFoot(line: Line): boolean {
  return line.items.some(({ text }) => /^page ?:? ?\d+( ?(\/|de|sur) ?\d+)?$/.test(fold(text)))
}

interface Sections {
  header: Line[]
  messages: Line[] | null
  groups: Line[]
}

// Cuts the report at its headings. What stands between "Statistiques générales" and the first title is passed over.
function splitSections(lines: Line[]): Sections {
  const at = (heading: string, from: number) => {
    const index = lines.findIndex(({ text }, place) => place >= from && fold(text) === heading)
    return index < 0 ? lines.length : index
  }
  // A caller may say "Messages" too; under the heading stands the head of its table.
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
  avertissements: string[]
}

// The groups, or why they cannot be trusted.
function readGroupes(blocks: Block[]): Groupes | string {
  const groupes: Groupe[] = []
  const avertissements = blocks.length === 0 ? ['Le rapport ne nomme aucun groupe.'] : []
  for (const block of blocks) {
    const { table, others } = splitTable(block.lines)
    const rows = readRows(table)
    const wrong = compareTotals(block, countReponses(rows), readTotals(others))
    if (wrong) return wrong
    const personnes = gatherPersonnes(rows)
    if (personnes.some(({ nom }) => nom === '')) {
      avertissements.push(`Groupe « ${block.titre} » : une personne sans nom.`)
    }
    if (block.lines.length === 0) avertissements.push(`Groupe « ${block.titre} » : rien sous le titre.`)
    groupes.push({ titre: block.titre, personnes })
  }
  return { groupes, avertissements }
}

// The name of the part that holds the report engine's error text, or null.
function brokenPart(lines: Line[], blocks: Block[]): string | null {
  const block = blocks.find((candidate) => candidate.lines.some(isError))
  if (block) return `Groupe « ${block.titre} »`
  return lines.some(isError) ? 'Avant le premier groupe' : null
}

function compareTotals(block: Block, read: Totals, shown: Totals): string | null {
  const labels = { viennent: 'Viennent', neViennentPas: 'Ne viennent pas', pasRepondus: 'Pas répondus' }
  const keys = Object.keys(labels) as (keyof Totals)[]
  const wrong = keys.find((key) => read[key] !== shown[key])
  if (!wrong) return null
  const group = `Groupe « ${block.titre} »`
  if (Number.isNaN(shown[wrong])) return `${group} : plusieurs totaux différents pour « ${labels[wrong]} ».`
  return `${group} : ${read[wrong]} lu(s) pour « ${labels[wrong]} », ${shown[wrong]} annoncé(s).`
}
