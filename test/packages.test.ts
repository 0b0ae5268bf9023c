import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../src/config.ts'

const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

it('overrides have no alias, which npm 9.2 of Debian cannot read', () => {
  expect(JSON.stringify(read('package.json').overrides ?? {})).not.toContain('npm:')
})

it('an install brings the pages of grafserv and Ruru once at most, and production none', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, Record<string, unknown>> }
  const names = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''))
  expect(names.filter((name) => /^(graphiql|monaco-editor|@graphiql\/.*|react-dom)$/.test(name))).toEqual([])
  expect(Object.entries(packages).filter(([path, { link }]) => path.endsWith('/ruru') && !link)).toEqual([
    ['deploy/left_out/ruru', { version: '2.0.2' }],
  ])
  expect(packages['node_modules/ruru-page']).toMatchObject({ name: 'ruru', dev: true })
})
