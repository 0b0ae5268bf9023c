import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../src/config.ts'

/** The packages that loading a file loads through its imports, without dynamic and type imports. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>()
  if (seen.has(file)) return packages
  seen.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import (?!type )|\} )[^'\n]*?from '(.+)'$/gm,
  )) {
    const target = join(dirname(file), name)
    if (!name.startsWith('.')) packages.add(name)
    else if (existsSync(target)) for (const each of packagesOf(target, seen)) packages.add(each)
  }
  return packages
}

const heavy = ['pdfkit', 'hoodiecrow-imap', 'smtp-server', 'nodemailer/lib/mail-composer']

const ofExports = ['d3-scale', 'write-excel-file/node']

it('loads the demo’s mail server and PDF writer, and the export formats, only on demand', () => {
  const packages = packagesOf(join(root, 'src/commands/start_all.ts'))
  expect([...heavy, ...ofExports].filter((name) => packages.has(name))).toEqual([])
  expect(packages).toContain('express')
})

it('loads the servers and the worker only when they start', () => {
  // start.ts first starts PostgreSQL, which works while the rest is loaded.
  for (const file of ['command_line.ts', 'commands/start.ts', 'demo/open_database.ts']) {
    const packages = packagesOf(join(root, 'src', file))
    expect(['express', 'imapflow', 'nodemailer', 'jose'].filter((name) => packages.has(name))).toEqual([])
  }
  expect(packagesOf(join(root, 'src/command_line.ts'))).toContain('commander')
})

it('loads no worker with a server alone, and no server with a worker alone', () => {
  const [server, worker] = ['serve', 'work'].map((name) => packagesOf(join(root, `src/commands/${name}.ts`)))
  const apart = {
    server: ['express', 'express-openapi-validator', 'js-yaml'],
    worker: ['imapflow', 'mailparser'],
  }
  expect([...apart.server, ...apart.worker].filter((name) => server?.has(name))).toEqual(apart.server)
  expect([...apart.server, ...apart.worker].filter((name) => worker?.has(name))).toEqual(apart.worker)
})

it('loads no optional or development package with a server or a worker', () => {
  const {
    optionalDependencies,
    devDependencies,
  }: Record<string, Record<string, string>> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const left = Object.keys({ ...optionalDependencies, ...devDependencies })
  const isLeft = (name: string) => left.some((each) => name === each || name.startsWith(`${each}/`))
  for (const command of ['serve', 'work', 'start', 'start_all'])
    expect([...packagesOf(join(root, `src/commands/${command}.ts`))].filter(isLeft)).toEqual([])
  expect([...packagesOf(join(root, 'src/demo/mailbox.ts'))].filter(isLeft)).toContain('smtp-server')
})

it('loads the migration code only for a migration', () => {
  const packages = packagesOf(join(root, 'src/db/migrate.ts'))
  expect([...packages].filter((name) => name.startsWith('graphile'))).toEqual([])
  expect(packages).toContain('pg')
})

it('the check of imports detects a loaded package', () => {
  const packages = packagesOf(join(root, 'src/demo/open_mailbox.ts')).union(
    packagesOf(join(root, 'src/demo/demo_report.ts')),
  )
  expect(heavy.filter((name) => packages.has(name))).toEqual(heavy)
  const exported = packagesOf(join(root, 'src/exports/document_thread.ts'))
  expect(ofExports.filter((name) => exported.has(name))).toEqual(ofExports)
})
