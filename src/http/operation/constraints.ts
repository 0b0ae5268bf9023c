import type { ErrorRequestHandler } from 'express'
import { DatabaseError } from 'pg'
import { query } from '../../db/pool.ts'
import { Refusal } from '../refusals/errors.ts'
import type { DatabaseOfSis } from './database.ts'

/** The constraints of the business tables by `schema.table.name`: the field they concern, and their sentences. */
export type Constraints = Map<string, Constraint>

interface Constraint {
  /** The faulty field; null where the whole row is at fault. */
  field: string | null
  /** The sentences for writing a row, and for removing a row that others need. */
  written: string | null
  removed: string | null
}

/** A refusal by a constraint, as the database reports it. */
export interface Violation {
  code?: string | null | undefined
  schema?: string | null | undefined
  table?: string | null | undefined
  column?: string | null | undefined
  constraint?: string | null | undefined
  /** The row of a batch, as a dotted path. */
  hint?: string | null | undefined
}

const sentences = {
  '23502': 'Ce champ est obligatoire.',
  '23503': 'Cet élément n’existe pas.',
  '23505': 'Cet élément existe déjà',
  '23514': 'La valeur n’est pas admise.',
  '23P01': 'Cette période en chevauche une autre',
} as const
type State = keyof typeof sentences

/** Explains refusals by constraints to clients. The constraints are read once, at the first refusal. */
export function explainConstraints(databases: DatabaseOfSis): ErrorRequestHandler {
  let known: Promise<Constraints> | undefined
  return async (error, req, res, next) => {
    if (!(error instanceof DatabaseError) || !isState(error.code)) return next(error)
    const { pool } = databases.of(res.locals.caller?.sisKey ?? null)
    known ??= readConstraints(async (text) => (await query<ConstraintRow>(pool, { text })).rows)
    const constraints = await known.catch((): Constraints => {
      known = undefined
      return new Map()
    })
    next(explainViolation(error, constraints, req.method === 'DELETE') ?? error)
  }
}

interface ConstraintRow {
  name: string
  field: string | null
  comment: string | null
}

/** Reads the constraints. Their comments hold the sentences: `field: sentence | sentence at removal`. */
export async function readConstraints(ask: (text: string) => Promise<ConstraintRow[]>): Promise<Constraints> {
  const rows = await ask('select name, field, comment from request.list_constraints()')
  return new Map(rows.map(({ name, field, comment }) => [name, readComment(field, comment)]))
}

function readComment(field: string | null, comment: string | null): Constraint {
  const [, named, rest = ''] = /^(?:([a-z\d_.]+): )?(.*)$/s.exec(comment ?? '') ?? []
  const [written, removed] = rest.split(' | ')
  return { field: named ?? field, written: written || null, removed: removed ?? null }
}

/**
 * The refusal for a violated constraint: 422 by field for a bad value, 409 for a conflict with stored rows; null
 * where no constraint was violated. `removing`: the statement removes a row.
 */
export function explainViolation(
  violation: Violation,
  constraints: Constraints,
  removing: boolean,
): Refusal | null {
  const { code, schema, table, column, hint } = violation
  if (!isState(code)) return null
  const constraint = constraints.get(`${schema}.${table}.${violation.constraint}`)
  if (code === '23503' && removing)
    return new Refusal(409, constraint?.removed ?? 'Cet élément est encore utilisé')
  const sentence = constraint?.written ?? sentences[code]
  if (code === '23505' || code === '23P01') return new Refusal(409, sentence)
  const field = constraint?.field || column || 'requete'
  return new Refusal(422, { [hint ? `${hint}.${field}` : field]: [sentence] })
}

function isState(code: string | null | undefined): code is State {
  return typeof code === 'string' && code in sentences
}
