import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig, root, secretNames, settingNames } from '../../src/config.ts'

const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
})
const Compose = z.object({
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})
const { services, secrets } = Compose.parse(load(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')))
const own = Object.entries(services).filter(([, { image }]) => image === 'caserne')

const directory = mkdtempSync(join(tmpdir(), 'caserne-compose-'))
afterAll(() => rmSync(directory, { recursive: true }))
const makeSecrets = () => execFileSync(join(root, 'deploy/secrets.sh'), [directory])
const readSecrets = () =>
  Object.fromEntries(
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  )

it('there are one authentication server, two data servers and two workers', () => {
  const commands = own.map(([, { command }]) => command?.join(' ')).toSorted()
  expect(commands).toEqual([
    'migrate --bootstrap',
    'serve auth',
    'serve data',
    'serve data',
    'worker',
    'worker',
  ])
})

describe.each(own)('the service %s', (_name, service) => {
  it('has settings that exist and are right, with its secrets in files', () => {
    const known: string[] = [...settingNames, ...secretNames.map((name) => `${name}_FILE`), 'HEALTH_URL']
    expect(Object.keys(service.environment).filter((name) => !known.includes(name))).toEqual([])
    makeSecrets()
    const here = Object.entries(service.environment).map(([name, value]) => [
      name,
      value.replace('/run/secrets', directory),
    ])
    readConfig(Object.fromEntries(here))
  })

  it('has each secret that it reads, and no other', () => {
    const read = Object.values(service.environment)
      .filter((value) => value.startsWith('/run/secrets/'))
      .map((value) => value.slice('/run/secrets/'.length))
    expect(service.secrets.toSorted()).toEqual(read.toSorted())
  })

  it('can write nothing and gain no right, and waits for the services that it needs', () => {
    expect([service.read_only, service.cap_drop]).toEqual([true, ['ALL']])
    const names = Object.keys(services)
    expect(Object.keys(service.depends_on).filter((each) => !names.includes(each))).toEqual([])
  })
})

describe('secrets.sh', () => {
  it('makes every secret, unreadable to others on the machine, and keeps what exists', () => {
    makeSecrets()
    const first = readSecrets()
    expect(Object.values(secrets).map(({ file }) => file.slice('secrets/'.length))).toEqual(
      expect.arrayContaining(Object.keys(first)),
    )
    expect(statSync(directory).mode & 0o077).toBe(0)
    makeSecrets()
    expect(readSecrets()).toEqual(first)
    expect(new Set(Object.values(first)).size).toBe(Object.keys(secrets).length)
  })
})
