/** A body before it is written: keys may be repeated, and leaves are JSON already. */
export type Tree = { entries: [string, Tree][] } | { items: Tree[] } | string

/** The text of a tree. */
export function write(tree: Tree): string {
  if (typeof tree === 'string') return tree
  if ('items' in tree) return `[${tree.items.map(write).join()}]`
  return `{${tree.entries.map(([key, each]) => `${JSON.stringify(key)}:${write(each)}`).join()}}`
}

/** A tree with another value in the n-th of its places, in any order. */
export function alter(tree: Tree, [n, json]: [number, string]): Tree {
  if (typeof tree === 'string') return json
  const list = 'items' in tree ? tree.items : tree.entries
  if (list.length === 0 || n % 7 === 0) return json
  const index = n % list.length
  const rest: [number, string] = [Math.floor(n / list.length), json]
  if ('items' in tree)
    return { items: tree.items.map((each, at) => (at === index ? alter(each, rest) : each)) }
  return { entries: tree.entries.map(([key, each], at) => [key, at === index ? alter(each, rest) : each]) }
}

/** A tree whose objects have an additional key, and a repetition of the first: the last one counts. */
export function extend(tree: Tree, key: string, json: string): Tree {
  if (typeof tree === 'string' || 'items' in tree) return tree
  const inner = tree.entries.map(([name, each]): [string, Tree] => [
    name,
    typeof each !== 'string' && 'items' in each
      ? { items: each.items.map((item) => extend(item, key, json)) }
      : each,
  ])
  const again = tree.entries[0]?.[0] ?? key
  return { entries: [[again, json], ...inner, [key, json]] }
}
