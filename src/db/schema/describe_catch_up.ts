import { ownStatements } from './catch_up.ts'
import { includedTexts } from './compile_schema.ts'
import { type MadeObject, madeObjects } from './made_objects.ts'
import { currentFile } from './next_migration.ts'

/** How much of a statement is shown. */
const SHOWN = 70

/** How much of what ran is named. */
const MOST = 10

/** Report, in French, of the statements that a database with an earlier text of a migration runs. */
export interface CatchUpReport {
  /** Files of sql/, and statements of migrations/current.sql. */
  ran: string[]
  /** Objects that stay in the database as they were, with the remedy. */
  left: string[]
}

/**
 * Reports a catch-up: what it runs, and what it leaves to the developer, such as a table whose definition changed.
 * @param applied the earlier text
 * @param wanted the text of the migration now
 * @param released the files of sql/ as the migrations before it leave them
 * @param sql the SQL of the catch-up
 */
export function describeCatchUp(
  applied: string,
  wanted: string,
  released: Map<string, string>,
  sql: string,
): CatchUpReport {
  const [before, after] = [includedTexts(applied), includedTexts(wanted)]
  const run = new Map([...includedTexts(sql)].filter(([, text]) => text !== ''))
  const removed = [...before.keys()].filter((file) => !after.has(file) && !released.has(file))
  const own = ownStatements(sql)
  const now = [...run.values()].flatMap(madeObjects)
  const wants = new Set(ownStatements(wanted))
  return {
    ran: [
      ...[...run.keys()].map((file) => `sql/${file}`),
      ...own.map((text) => `${currentFile} : ${shorten(text)}`),
    ],
    left: [
      ...[...run.keys(), ...removed].flatMap((file) =>
        madeObjects(before.get(file) ?? released.get(file) ?? '').flatMap((made) =>
          remarks(made, now, own).map((remark) => `sql/${file} : ${remark}`),
        ),
      ),
      ...ownStatements(applied)
        .filter((text) => !wants.has(text))
        .map((text) => `${currentFile} : « ${shorten(text)} » n’y est plus, mais cette base l’a exécuté.`),
    ],
  }
}

/** The lines of a report for the terminal; empty if there is nothing to say. */
export function printReport({ ran, left }: CatchUpReport): string {
  const more = ran.length > MOST ? [`Exécuté : … et ${ran.length - MOST} autres`] : []
  return [
    ...ran.slice(0, MOST).map((each) => `Exécuté : ${each}`),
    ...more,
    ...left.map((each) => `À faire : ${each}`),
  ].join('\n')
}

// Remarks about an object of the earlier text.
function remarks({ name, statement }: MadeObject, now: MadeObject[], own: string[]): string[] {
  if (own.some((text) => isAbout(text, name))) return []
  const successor = now.find((made) => made.name === name)
  if (successor === undefined)
    return [`${name} n’y est plus, mais reste dans la base. Écrivez « drop ${name}; » dans ${currentFile}.`]
  if (!successor.once || successor.statement === statement) return []
  const [kind] = name.split(' ')
  const remedy = kind === 'table' ? 'l’alter table' : `« drop ${kind} »`
  return [`${name} a changé, mais existe et reste ainsi dans la base. Écrivez ${remedy} dans ${currentFile}.`]
}

// Whether a statement written by hand alters or drops an object.
function isAbout(statement: string, name: string): boolean {
  // The name of a function alone, since a drop need not repeat the names of its arguments.
  const [, named = ''] = /^\w+ ([^(]+)/.exec(name) ?? []
  return /^(alter|drop) /.test(statement) && new RegExp(`\\b${RegExp.escape(named)}\\b`).test(statement)
}

function shorten(statement: string): string {
  return statement.length > SHOWN ? `${statement.slice(0, SHOWN)}…` : statement
}
