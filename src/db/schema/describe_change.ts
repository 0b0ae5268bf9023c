import type { SchemaChange } from './write_schema.ts'

/** How many objects are named for each kind of change. */
const MOST = 20

// The object that a line of the listing describes, such as `function api.get_intervention(id bigint)`.
function objectOf(line: string): string {
  const patterns = [
    /^function .*?\)(?= owner )/,
    /^trigger \S+ CREATE (?:CONSTRAINT )?TRIGGER \S+/,
    /^index CREATE (?:UNIQUE )?INDEX \S+/,
    /^comment [^:]+(?=:)/,
    /^(?:policy|constraint) \S+ \S+/,
    /^(?:relation|column|schema|sequence) \S+/,
    /^view [^:]+(?=:)/,
  ]
  return patterns.map((pattern) => pattern.exec(line)?.[0]).find((found) => found !== undefined) ?? line
}

interface Difference {
  added: string[]
  changed: string[]
  removed: string[]
}

// The objects in which two listings of a schema differ.
function compareListings(before: string, after: string): Difference {
  const [old, now] = [new Set(before.split('\n')), new Set(after.split('\n'))]
  const gone = new Set([...old.difference(now)].map(objectOf))
  const come = new Set([...now.difference(old)].map(objectOf))
  return {
    added: [...come.difference(gone)],
    changed: [...come.intersection(gone)],
    removed: [...gone.difference(come)],
  }
}

function listed(label: string, objects: string[]): string[] {
  if (objects.length === 0) return []
  const more = objects.length > MOST ? [`  … et ${objects.length - MOST} autres`] : []
  return [`${label} :`, ...objects.slice(0, MOST).map((object) => `  ${object}`), ...more]
}

function objects({ added, changed, removed }: Difference): string[] {
  return [...listed('Ajouté', added), ...listed('Modifié', changed), ...listed('Supprimé', removed)]
}

/**
 * Says what `caserne schema` wrote, and what to do next.
 * @throws when the migrations do not lead to what sql/ builds; the message names the differences.
 */
export function describeChange({ files, before, after, wanted }: SchemaChange): string {
  if (after !== wanted)
    throw new Error(
      [
        'Les migrations ne mènent pas à ce que décrit sql/ : complétez migrations/current.sql.',
        ...objects(compareListings(after, wanted)),
      ].join('\n'),
    )
  if (files.length === 0) return 'Rien à réécrire : tout correspond à sql/.'
  return [
    'Réécrit :',
    ...files.map((file) => `  ${file}`),
    ...objects(compareListings(before, after)),
    'Ensuite : npm test et npm run check. La base de npm start suit au prochain démarrage, celle de npm run dev aussitôt.',
  ].join('\n')
}
