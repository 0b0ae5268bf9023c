import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../src/config.ts'
import { readDocument } from '../src/http/document/document.ts'

const page = readFileSync(join(root, 'docs/reference/permissions.md'), 'utf8')
const operations = [...readDocument('data').operations, ...readDocument('auth').operations]

/** The item of a permission: the resources after « Reads » and « Writes ». */
function listed(permission: string): { reads: string[]; writes: string[] } {
  const [, item = ''] = page.split(`- \`${permission}\`: `)
  const [text = ''] = item.split(/\n(?! )/)
  const after = (verb: string) =>
    [...(new RegExp(`\\s${verb} ([^;]*?)\\.(?=\\s|$)`).exec(text)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, resource = '']) => resource,
    )
  return { reads: after('Reads'), writes: after('Writes') }
}

/** The first parts of the paths that a permission opens. */
function opened(permission: string): { reads: string[]; writes: string[] } {
  const own = operations.filter((each) => each.permissions?.includes(permission))
  const resources = (wanted: boolean) => [
    ...new Set(
      own.filter(({ method }) => (method === 'get') === wanted).map(({ path }) => `/${path.split('/')[1]}`),
    ),
  ]
  return { reads: resources(true).sort(), writes: resources(false).sort() }
}

const permissions = [...new Set(operations.flatMap((each) => each.permissions ?? []))].filter(
  (each) => each !== 'admin',
)

describe('docs/reference/permissions.md', () => {
  it.each(permissions)('names the resources that %s opens', (permission) => {
    const { reads, writes } = listed(permission)
    const remedy = `name these in the item \`${permission}\` of docs/reference/permissions.md, after “Reads” and “Writes”`
    expect({ reads: reads.sort(), writes: writes.sort() }, remedy).toEqual(opened(permission))
  })
})
