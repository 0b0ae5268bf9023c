import type pg from 'pg'
import { type Constraints, explainViolation, readConstraints, type Violation } from '../http/constraints.ts'
import { bodyReader, plain } from './body_reader.ts'
import { openCsv } from './read_csv.ts'

/**
 * What can be imported: the path of the data API that makes one, and what its rows need to be written. The operator vouches for the e-mails in
 * his file (utilisateur.tout): an account is linked by them.
 */
const kinds = {
  sapeurs: { path: '/sapeurs', permissions: ['sapeur.modification', 'utilisateur.tout'] },
  vehicules: { path: '/vehicules', permissions: ['intervention.config', 'intervention.lecture'] },
  interventions: { path: '/interventions', permissions: ['intervention.modification', 'sapeur.lecture'] },
} as const
export type Kind = keyof typeof kinds

/** What is wrong with a file: the line, the column where it is one, and a French sentence. */
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
  /** Takes everything back at the end, though nothing was wrong. */
  dryRun: boolean
  /** Told as the file is read: bytes of how many, and rows. */
  progress(bytes: number, size: number, rows: number): void
}

const BATCH = 500
// More tell nobody more.
const FAULTS_SHOWN = 100

/**
 * Reads a CSV file into a SIS, in one transaction: all of its rows, or none when any is wrong.
 * @returns how many rows it has, and what is wrong with it: at least 100 faults when there are that many.
 * @throws in French when it cannot be read, names unknown columns, or there is no such SIS.
 */
export async function importFile(wanted: Import): Promise<{ rows: number; faults: ImportFault[] }> {
  const { client, kind, sis } = wanted
  const csv = await openCsv(wanted.file)
  await client.query('begin')
  try {
    await client.query('select auth.require_sis($1)', [sis])
    await client.query('select request.open(null, $1, $2, null)', [sis, kinds[kind].permissions])
    const reader = bodyReader(kinds[kind].path, await readNames(client))
    refuseColumns(csv.columns, reader)
    const constraints = await readConstraints(async (text) => (await client.query(text)).rows)
    const importing = new Importing(wanted, constraints)
    for await (const { line, texts, bytes } of csv.rows()) {
      const read = reader.read(texts)
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

// Rows go to the database by batches; once something is wrong, only to learn what else is.
class Importing {
  rows = 0
  // The size at which the database is next made to look at what has come: each twice the last.
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

// What files call by name. A name that two rows have means neither.
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
