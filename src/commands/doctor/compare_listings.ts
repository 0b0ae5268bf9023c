import type { Finding } from './finding.ts'
import { flattenOr } from './flatten_or.ts'

// The kinds of lines in a listing (src/db/schema/listing.sql). Other lines go on with the line before.
const kinds = {
  column: 'colonne',
  comment: 'commentaire',
  constraint: 'contrainte',
  default: 'droits par défaut',
  function: 'fonction',
  grant: 'droit',
  index: 'index',
  policy: 'politique',
  relation: 'table ou vue',
  schema: 'schéma',
  sequence: 'séquence',
  trigger: 'déclencheur',
  view: 'vue',
} as const
type Kind = keyof typeof kinds

// Differences without effect on rights or results. An operator may have added an index.
const harmless: Kind[] = ['comment', 'index']

interface Entry {
  kind: Kind
  name: string
  line: string
}

/**
 * How a database differs from the listing of its release: a finding for each object.
 * @param options.qualifies whether the server writes `s.id` in the definition of a view where later ones write `id`, as
 *   it does before PostgreSQL 16. The qualifiers of views are then not compared.
 */
export function compareListings(wanted: string, found: string, { qualifies = false } = {}): Finding[] {
  const before = entriesOf(wanted)
  const after = entriesOf(found)
  const changed = [...before].filter(([key, { line }]) => differs(line, after.get(key)?.line, qualifies))
  const lost = [...before].filter(([key]) => !after.has(key))
  const added = [...after].filter(([key]) => !before.has(key))
  return [
    ...changed.map(([key, entry]) => altered(entry, after.get(key)?.line ?? '')),
    ...lost.map(([, entry]) => missing(entry)),
    ...added.map(([, entry]) => surplus(entry)),
  ]
}

function differs(line: string, now: string | undefined, qualifies: boolean): boolean {
  if (now === undefined || now === line || flattenOr(now) === flattenOr(line)) return false
  return !(qualifies && line.startsWith('view ') && bare(line) === bare(now))
}

// Without the qualifiers of columns and tables.
function bare(definition: string): string {
  return definition.replace(/\b[a-z_]\w*\./g, '')
}

function entriesOf(listing: string): Map<string, Entry> {
  const start = new RegExp(`\\n(?=(?:${Object.keys(kinds).join('|')}) )`)
  const entries = listing.trimEnd().split(start).map(entryOf)
  return new Map(entries.map((entry) => [`${entry.kind} ${entry.name}`, entry]))
}

function entryOf(line: string): Entry {
  const [kind = ''] = line.split(' ', 1)
  const rest = line.slice(kind.length + 1)
  return { kind: kind as Kind, name: namesIn[kind as Kind](rest), line }
}

const words = (count: number) => (text: string) => text.split(' ').slice(0, count).join(' ')
const upTo = (end: RegExp) => (text: string) => text.split(end, 1)[0] ?? text

const namesIn: Record<Kind, (rest: string) => string> = {
  column: words(1),
  comment: upTo(/: /),
  constraint: words(2),
  default: upTo(/: /),
  function: upTo(/ owner \S+: CREATE /),
  grant: (text) => text,
  index: (text) => /INDEX (\S+ ON \S+)/.exec(text)?.[1] ?? text,
  policy: words(2),
  relation: words(1),
  schema: words(1),
  sequence: words(1),
  trigger: (text) => text.replace(/^(\S+) CREATE (?:CONSTRAINT )?TRIGGER (\S+) .*$/s, '$1 $2'),
  view: upTo(/: /),
}

function altered({ kind, name, line }: Entry, now: string): Finding {
  if (kind === 'relation' && / rls t force t /.test(line) && !/ rls t force t /.test(now)) {
    const sql = `alter table ${name} enable row level security, force row level security;`
    return {
      level: 'fault',
      sentence: `la table ${name} n’a pas de politiques forcées`,
      remedy: `Rétablissez-les : ${sql}`,
      sql,
    }
  }
  return {
    level: levelOf(kind),
    sentence: `${label(kind, name)} est différent de ce qui a été livré`,
    remedy: from(name),
  }
}

function missing({ kind, name }: Entry): Finding {
  if (kind !== 'grant')
    return { level: levelOf(kind), sentence: `${label(kind, name)} manque`, remedy: from(name) }
  return statement(`le droit ${name} manque`, grantOf(name, 'grant', 'to'))
}

function surplus({ kind, name }: Entry): Finding {
  if (kind === 'grant') return statement(`le droit ${name} a été ajouté`, grantOf(name, 'revoke', 'from'))
  const remedy = 'Supprimez-le, sauf si vous savez pourquoi il est là.'
  return { level: levelOf(kind), sentence: `${label(kind, name)} a été ajouté`, remedy }
}

function statement(sentence: string, sql: string): Finding {
  const fix = sql === '' ? {} : { sql }
  return { level: 'fault', sentence, remedy: sql === '' ? from(sentence) : `Rétablissez : ${sql}`, ...fix }
}

// `EXECUTE to public on api.f(id bigint)`, `SELECT to x on app.t.c`, `USAGE to x on schema app`.
function grantOf(name: string, verb: 'grant' | 'revoke', preposition: 'to' | 'from'): string {
  const [, privilege = '', role = '', object = ''] =
    /^(\S+) to (\S+) on (.*?)(?: with grant option)?$/.exec(name) ?? []
  const column = /^([^.()]+\.[^.()]+)\.([^.()]+)$/.exec(object)
  const what = object.includes('(')
    ? ` on function ${object}`
    : column
      ? ` (${column[2]}) on ${column[1]}`
      : ` on ${object}`
  return `${verb} ${privilege.toLowerCase()}${what} ${preposition} ${role};`
}

function label(kind: Kind, name: string): string {
  return `${kinds[kind]} ${name}`
}

function levelOf(kind: Kind): 'warning' | 'fault' {
  return harmless.includes(kind) ? 'warning' : 'fault'
}

function from(name: string): string {
  const word = name.split(/[ (]/)[0] ?? name
  return `Rétablissez ce que dit sql/ (grep -rn '${word}' sql migrations/schema.txt), ou restaurez une sauvegarde.`
}
