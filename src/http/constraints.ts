import type { ErrorRequestHandler } from 'express'
import { DatabaseError } from 'pg'
import { query } from '../db/pool.ts'
import { Refusal } from './errors.ts'
import type { Database } from './operations.ts'

/** A rule of the database, and what its refusal says. */
interface Constraint {
  /** The field at fault; null where it is the row as a whole. */
  field: string | null
  /** What it says when a row is written, and when one is removed that others need. */
  written: string | null
  removed: string | null
}

const sentences = {
  '23502': 'Ce champ est obligatoire.',
  '23503': 'Cet élément n’existe pas.',
  '23505': 'Cet élément existe déjà',
  '23514': 'La valeur n’est pas admise.',
  '23P01': 'Cette période en chevauche une autre',
} as const
type State = keyof typeof sentences

/**
 * Explains what a constraint of the database refuses: 422 by field for a value, 409 for what stands in the way. The sentences
 * are the comments of the constraints, `field: sentence | sentence at removal`; they are read once.
 */
export function explainConstraints({ pool }: Database): ErrorRequestHandler {
  let known: Promise<Map<string, Constraint>> | undefined
  const read = async () => {
    const { rows } = await query<{ name: string; field: string | null; comment: string | null }>(pool, {
      text: 'select name, field, comment from request.list_constraints()',
    })
    return new Map(rows.map(({ name, field, comment }) => [name, readComment(field, comment)]))
  }
  return async (error, req, _res, next) => {
    if (!(error instanceof DatabaseError) || !isState(error.code)) return next(error)
    known ??= read()
    const constraints = await known.catch(() => {
      known = undefined
      return new Map<string, Constraint>()
    })
    const name = `${error.schema}.${error.table}.${error.constraint}`
    next(refusalOf(error, error.code, constraints.get(name), req.method === 'DELETE'))
  }
}

function isState(code: string | undefined): code is State {
  return code !== undefined && code in sentences
}

function readComment(field: string | null, comment: string | null): Constraint {
  const [, named, rest = ''] = /^(?:([a-z_]+): )?(.*)$/s.exec(comment ?? '') ?? []
  const [written, removed] = rest.split(' | ')
  return { field: named ?? field, written: written || null, removed: removed ?? null }
}

// 23505 and 23P01 are what already stands there; 23503 too when a row is removed. A batch says in its hint which row.
function refusalOf(
  error: DatabaseError,
  state: State,
  constraint: Constraint | undefined,
  removing: boolean,
): Refusal {
  if (state === '23503' && removing)
    return new Refusal(409, constraint?.removed ?? 'Cet élément est encore utilisé')
  const sentence = constraint?.written ?? sentences[state]
  if (state === '23505' || state === '23P01') return new Refusal(409, sentence)
  const field = constraint?.field || error.column || 'requete'
  return new Refusal(422, { [!error.hint ? field : `${error.hint}.${field}`]: [sentence] })
}
