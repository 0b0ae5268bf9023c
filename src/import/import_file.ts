import type pg from 'pg'
import {
  type Constraints,
  explainViolation,
  readConstraints,
  type Violation,
} from '../http/operation/constraints.ts'
import { bodyReader, plain } from './body_reader.ts'
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

/** One fault of a file: the line, the column if the fault is in one, and a French sentence. */
export interface ImportFault {
  line: number
  field: string | null
  sentence: string
}

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

const BATCH = 500
// A longer list would help nobody.
const FAULTS_SHOWN = 100

/**
 * Imports a CSV file into a SIS in one transaction: all rows, or none when any row has a fault.
 * @returns the number of rows and the faults. Reading stops after 100 faults.
 * @throws in French when the file cannot be read or names unknown columns, or the SIS does not exist.
 */
export async function importFile(wanted: Import): Promise<{ rows: number; faults: ImportFault[] }> {
  const { client, kind, sis } = wanted
  const csv = await openCsv(wanted.file)
  await client.query('begin')
  try {
    await client.query('select auth.require_here($1)', [sis])
    await client.query('select request.open(null, $1, $2, null)', [sis, kinds[kind].permissions])
    const reader = bodyReader(kinds[kind].path, await readNames(client))
    refuseColumns(csv.columns, reader)
    const constraints = await readConstraints(async (text) => (await client.query(text)).rows)
    const importing = new Importing(wanted, constraints)
    for await (const { line, texts, bytes } of csv.rows()) {
      const read = await reader.read(texts)
      if ('body' in read) await importing.add(line, read.body)
      else importing.refuse(line, read.faults)
      if (importing.hopeless) break
      if (importing.rows % BATCH === 0) wanted.progress(bytes, csv.size, importing.rows)
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

// Sends rows to the database in batches. After a fault the remaining rows are sent only to find their faults.
class Importing {
  rows = 0
  // The number of rows at which the plans are next refreshed. It doubles each time.
  private refreshAt = BATCH
  private batch: { line: number; body: object }[] = []
  private readonly faults: ImportFault[] = []
  private readonly wanted: Import
  private readonly constraints: Constraints

  constructor(wanted: Import, constraints: Constraints) {
    this.wanted = wanted
    this.constraints = constraints
  }

  get hopeless(): boolean {
    return this.faults.length >= FAULTS_SHOWN
  }

  async add(line: number, body: object): Promise<void> {
    this.rows += 1
    this.batch.push({ line, body })
    if (this.batch.length >= BATCH) await this.send()
  }

  refuse(line: number, fields: string | Record<string, string[]>): void {
    this.rows += 1
    if (typeof fields === 'string') this.faults.push({ line, field: null, sentence: fields })
    else
      for (const [field, sentences] of Object.entries(fields))
        this.faults.push({ line, field, sentence: sentences.join(' ') })
  }

  async finish(): Promise<{ rows: number; faults: ImportFault[] }> {
    await this.send()
    return { rows: this.rows, faults: this.faults.sort((one, other) => one.line - other.line) }
  }

  private async send(): Promise<void> {
    const batch = this.batch
    this.batch = []
    const { rows } = await this.wanted.client.query<
      Violation & { n: number; message: string; detail: string }
    >('select * from api.import_lignes($1, $2)', [
      this.wanted.kind,
      JSON.stringify(batch.map(({ body }) => body)),
    ])
    if (this.rows >= this.refreshAt) {
      await this.wanted.client.query('select api.refresh_plans()')
      this.refreshAt *= 2
    }
    for (const { n, message, detail, ...violation } of rows) {
      const line = batch[n]?.line ?? 0
      const refusal = explainViolation(violation, this.constraints, false)
      this.rows -= 1
      if (refusal !== null) this.refuse(line, refusal.body)
      else if (violation.code === 'PT422') this.refuse(line, { [detail]: [message] })
      else
        this.refuse(line, violation.code === 'PT409' ? message : `Une valeur n’est pas admise (${message}).`)
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
