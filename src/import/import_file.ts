import type pg from 'pg'
import {
  type Constraints,
  explainViolation,
  readConstraints,
  type Violation,
} from '../http/operation/constraints.ts'
import { bodyReader } from './body_reader.ts'
import { Findings, type ImportFault } from './findings.ts'
import { KnownNames } from './known_names.ts'
import { plain } from './plain.ts'
import { openCsv } from './read_csv.ts'

/**
 * Kinds of rows that can be imported: the path of the data API that creates one, and the permissions that it needs. The
 * operator vouches for the e-mails in the file (utilisateur.tout), because they link accounts to people.
 */
const kinds = {
  sapeurs: { path: '/sapeurs', permissions: ['sapeur.modification', 'utilisateur.tout'] },
  vehicules: { path: '/vehicules', permissions: ['intervention.config', 'intervention.lecture'] },
  interventions: { path: '/interventions', permissions: ['intervention.modification', 'sapeur.lecture'] },
} as const
export type Kind = keyof typeof kinds

export interface Import {
  /** As caserne_owner. */
  client: pg.Client
  kind: Kind
  sis: string
  file: string
  /** Rolls back at the end, even without faults. */
  dryRun: boolean
  /** Called while the file is read, with the bytes read, the size of the file and the rows read. */
  progress(bytes: number, size: number, rows: number): void
}

const BATCH = { rows: 500, letters: 4_000_000 }

interface Imported {
  rows: number
  faults: ImportFault[]
  warnings: ImportFault[]
}

/**
 * Imports a CSV file into a SIS in one transaction: all rows, or none when any row has a fault.
 * @returns the number of rows, the faults and the warnings. Reading stops after 100 faults.
 * @throws in French when the file cannot be read or names unknown columns, or the SIS does not exist.
 */
export async function importFile(wanted: Import): Promise<Imported> {
  const { client, kind, sis } = wanted
  const csv = await openCsv(wanted.file)
  await client.query('begin')
  try {
    await client.query('select auth.require_here($1)', [sis])
    await client.query('select request.open(null, $1, $2, null)', [sis, kinds[kind].permissions])
    const reader = bodyReader(kinds[kind].path, await readNames(client))
    refuseColumns(csv.columns, reader)
    const constraints = await readConstraints(async (text) => (await client.query(text)).rows)
    const people = kind === 'sapeurs' ? await new KnownNames().read(client) : null
    const importing = new Importing(wanted, constraints)
    for await (const { line, texts, bytes } of csv.rows()) {
      const read = await reader.read(texts)
      const known = 'body' in read ? people?.meet(read.body) : null
      if (!('body' in read)) importing.refuse({ line, texts }, read.faults)
      else if (typeof known === 'string') importing.refuse({ line, texts }, known)
      else await importing.add({ line, texts, body: read.body })
      if (importing.findings.hopeless) break
      if (importing.rows % BATCH.rows === 0) wanted.progress(bytes, csv.size, importing.rows)
    }
    const result = await importing.finish()
    wanted.progress(csv.size, csv.size, result.rows)
    await client.query(wanted.dryRun || result.faults.length > 0 ? 'rollback' : 'commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** A row of the file as it is written. */
interface Row {
  line: number
  texts: Record<string, string>
}

// Sends rows to the database in batches. After a fault the remaining rows are sent only to find their faults.
class Importing {
  rows = 0
  readonly findings = new Findings()
  // The number of rows at which the plans are next refreshed. It doubles each time.
  private refreshAt = BATCH.rows
  private batch: (Row & { body: string })[] = []
  private letters = 0
  private readonly wanted: Import
  private readonly constraints: Constraints

  constructor(wanted: Import, constraints: Constraints) {
    this.wanted = wanted
    this.constraints = constraints
  }

  async add({ body, ...row }: Row & { body: object }): Promise<void> {
    this.rows += 1
    const text = JSON.stringify(body)
    this.batch.push({ ...row, body: text })
    this.letters += text.length
    if (this.batch.length >= BATCH.rows || this.letters >= BATCH.letters) await this.send()
  }

  refuse(row: Row, fields: string | Record<string, string[]>): void {
    this.rows += 1
    if (typeof fields === 'string') this.findings.refuse(row, null, fields)
    else
      for (const [field, sentences] of Object.entries(fields))
        this.findings.refuse(row, field, sentences.join(' '))
  }

  async finish(): Promise<Imported> {
    await this.send()
    return { rows: this.rows, ...this.findings.list() }
  }

  private async send(): Promise<void> {
    const batch = this.batch
    this.batch = []
    this.letters = 0
    const { rows } = await this.wanted.client.query<
      Violation & { n: number; message: string; detail: string }
    >('select * from api.import_lignes($1, $2)', [
      this.wanted.kind,
      `[${batch.map(({ body }) => body).join(',')}]`,
    ])
    if (this.rows >= this.refreshAt) {
      await this.wanted.client.query('select api.refresh_plans()')
      this.refreshAt *= 2
    }
    for (const { n, message, detail, ...violation } of rows) {
      const row = batch[n] ?? { line: 0, texts: {} }
      // A row without a code is a warning.
      if (violation.code === null) {
        this.findings.warn(row, detail, message)
        continue
      }
      const refusal = explainViolation(violation, this.constraints, false)
      this.rows -= 1
      if (refusal !== null) this.refuse(row, refusal.body)
      else if (violation.code === 'PT422') this.refuse(row, { [detail]: [message] })
      else
        this.refuse(row, violation.code === 'PT409' ? message : `Une valeur n’est pas admise (${message}).`)
    }
  }
}

function refuseColumns(columns: string[], { columns: known, required }: ReturnType<typeof bodyReader>): void {
  const unknown = columns.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`Colonnes inconnues : ${unknown.join(', ')}. Les colonnes sont : ${known.join(', ')}.`)
  const missing = required.filter((name) => !columns.includes(name))
  if (missing.length > 0) throw new Error(`Colonnes manquantes : ${missing.join(', ')}.`)
}

// Records that files refer to by name. A name that two records share is left out.
async function readNames(client: pg.Client): Promise<Map<string, Map<string, number>>> {
  const { rows } = await client.query<{ colonne: string; id: string; nom: string }>(
    'select * from api.list_noms()',
  )
  const names = new Map<string, Map<string, number>>()
  for (const [column, named] of Map.groupBy(rows, ({ colonne }) => colonne)) {
    const byName = [...Map.groupBy(named, ({ nom }) => plain(nom))]
    const alone = byName.flatMap(([name, found]) =>
      found.length === 1 ? [[name, Number(found[0]?.id)] as const] : [],
    )
    names.set(column, new Map(alone))
  }
  return names
}
