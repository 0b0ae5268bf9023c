import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { dockerfile, execForm, readStages } from './dockerfile.ts'

const [install = [], run = []] = readStages()
const all = [...install, ...run]
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

it('the Dockerfile has no fault', () => {
  expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
})

it('both stages stand on the Node that the demo and the tests run on', () => {
  const from = all.filter(({ keyword }) => keyword === 'FROM').map(({ args }) => args[0])
  const image = `node:${packageJson.optionalDependencies.node}-bookworm-slim`
  expect(from).toEqual([image, image])
})

it('the stage that runs installs nothing, and runs node itself as an ordinary user', () => {
  const keywords = run.map(({ keyword }) => keyword)
  expect(keywords).not.toContain('RUN')
  const [user] = run.filter(({ keyword }) => keyword === 'USER')
  expect(Number.parseInt(user?.args[0] ?? '0', 10)).toBeGreaterThan(0)
  expect(keywords.indexOf('USER')).toBeGreaterThan(keywords.lastIndexOf('COPY'))
  const [entry] = run.filter(({ keyword }) => keyword === 'ENTRYPOINT')
  expect(execForm(entry ?? { args: [] })[0]).toBe('node')
})

it('node runs with the flags and variables of the scripts', () => {
  const [, variables, flags] =
    /^(.*) exec node (.*) src\/main\.ts start$/.exec(packageJson.scripts.start) ?? []
  const [entry] = run.filter(({ keyword }) => keyword === 'ENTRYPOINT')
  expect(execForm(entry ?? { args: [] }).join(' ')).toContain(flags)
  expect(dockerfile).toContain(variables)
})

it('what is copied exists, and reaches the builder', () => {
  const sent = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  const paths = all
    .filter(({ keyword, flags }) => keyword === 'COPY' && flags.from === undefined)
    .flatMap(({ args }) => args.slice(0, -1))
  const copied = [...new Set(paths)]
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(copied.toSorted()).toEqual(sent.toSorted())
})
