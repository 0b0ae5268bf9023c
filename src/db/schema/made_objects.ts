import { splitStatements } from './split_statements.ts'

/** An object of the database that a statement makes. */
export interface MadeObject {
  /** As a `drop` names it: `function api.get_grade(id bigint)`, `policy lecture on app.grades`. */
  name: string
  /** Whether the statement does nothing if the object exists: `create table if not exists`. */
  once: boolean
  statement: string
}

const heads = [
  /^create (?:or replace )?(?<name>(?:function|procedure) .+?\)) (?:returns|language) /,
  /^create (?:or replace )?(?:unique )?(?<name>(?:view|table|index|sequence|schema)) (?<once>if not exists )?(?<rest>[\w.]+)/,
  /^create (?<name>policy \w+ on [\w.]+)/,
  /^create (?:or replace )?(?:constraint )?(?<name>trigger \w+) .*? (?<rest>on [\w.]+)/,
]

const argumentDefault = / default (?:[^,()]|\([^()]*\))+/g

/** The objects that a file of sql/ makes, in its order. */
export function madeObjects(sql: string): MadeObject[] {
  return splitStatements(sql).flatMap(({ text }) => {
    const groups = heads.map((head) => head.exec(text)?.groups).find((found) => found !== undefined)
    if (groups === undefined) return []
    const name = [groups.name?.replaceAll(argumentDefault, ''), groups.rest].filter(Boolean).join(' ')
    return [{ name, once: groups.once !== undefined, statement: text }]
  })
}
