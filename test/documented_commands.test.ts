import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../src/config.ts'
import { cleanUp, makeDirectory, start } from './db/embedded_fixture.ts'
import { readDocuments } from './support/documents.ts'
import { binaries, postgres15Missing } from './support/postgres15.ts'
import { isReady, isWhole, killPrograms, runProgram } from './support/program.ts'
import { runScript } from './support/run_script.ts'
import { shellBlocks, unknownWords } from './support/shell_blocks.ts'

const blocks = shellBlocks(readDocuments())
const place = dirname(makeDirectory())

/** The pages with blocks of a kind. New signing keys come last: the other pages sign in. */
const pagesOf = (how: string) =>
  [...new Set(blocks.filter((each) => each.how === how).map((each) => each.place))].sort(
    (a, b) => Number(a.endsWith('rotate-keys.md')) - Number(b.endsWith('rotate-keys.md')),
  )
const scriptOf = (page: string, how: string) =>
  blocks
    .filter((each) => each.place === page && each.how === how)
    .map(({ commands }) => commands)
    .join('\n')

afterAll(async () => {
  await killPrograms()
  cleanUp()
})

describe('a block of commands that only a real host can run', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const settings = readFileSync(join(root, 'src/config.ts'), 'utf8')
  const known = ['ci', ...Object.keys(scripts)]

  it('names commands, options and settings that exist', () => {
    const checked = blocks.filter(({ how }) => how === 'check')
    expect(checked.length).toBeGreaterThan(5)
    expect(checked.flatMap(({ commands }) => unknownWords(commands, known, settings))).toEqual([])
  })

  it('is reported with what does not exist', () => {
    const wrong = [
      'NO_SETTING=1 npm start && npm run nothing   # a comment',
      'npm run caserne -- serve',
      'npm run -s caserne -- sis list --all | psql -x -d caserne',
      'npm ci --omit=all',
      'export DATABASE_URL=postgres://db/caserne',
      'wget file',
      "npx vitest run test/text test/nothing -t 'a title' --wrong",
      'npx nothing run',
    ].join('\n')
    expect(unknownWords(wrong, known, settings)).toEqual([
      'NO_SETTING',
      'npm run nothing',
      'serve',
      '--all',
      '-x',
      '--omit=all',
      'wget',
      'test/nothing',
      '--wrong',
      'npx nothing run',
    ])
  })

  it('must say in its fence how it is tried', () => {
    expect(() => shellBlocks(new Map([['a.md', '```sh\nls\n```\n']]))).toThrow('a.md')
  })
})

describe('a block of commands for the demo', { timeout: 120_000 }, () => {
  let env: Record<string, string>
  let rewrite: (script: string) => string

  beforeAll(async () => {
    const dataDir = join(place, 'data')
    const at = await isReady(runProgram(['start'], { DATA_DIR: dataDir, PORT: '0', DEMO_HISTORY: 'true' }))
    env = { DATA_DIR: dataDir, MAILBOX_SMTP_PORT: String(at.smtp), LOG_LEVEL: 'warn' }
    const data = new URL(at.data).host
    rewrite = (script) =>
      script
        .replaceAll('localhost:4000', data)
        .replaceAll('127.0.0.1:4025', `127.0.0.1:${at.smtp}`)
        .replaceAll('"port": 4143', `"port": ${at.imap}`)
    await isWhole(at.data)
    // The pages take it for granted that the demo's first mails have been read.
    const first = /^token=.*?\n.*?\n/ms.exec(scriptOf('docs/tutorial.md', 'demo'))?.[0] ?? ''
    const read = `${first}curl -sf 'localhost:4000/api/v2/alarmes?force=true' -H "authorization: Bearer $token" -H 'sis-key: hs'`
    expect(await runScript(rewrite(read), { place, env })).toEqual({ code: 0, said: '' })
  }, 120_000)

  it.each(pagesOf('demo'))('runs as %s has it', async (page) => {
    const until = blocks.find((each) => each.place === page && each.until !== undefined)?.until
    expect(await runScript(rewrite(scriptOf(page, 'demo')), { place, env, until })).toEqual({
      code: 0,
      said: '',
    })
  })
})

describe('a block of commands that needs nothing else', () => {
  it.each(pagesOf('run'))('runs as %s has it', async (page) => {
    expect(await runScript(scriptOf(page, 'run'), { place, env: {} })).toEqual({ code: 0, said: '' })
  })
})

it('finds PostgreSQL 15 for the blocks about databases, always so in CI', (context) => {
  if (!process.env.CI) context.skip(postgres15Missing !== null, postgres15Missing ?? '')
  expect(postgres15Missing).toBeNull()
})

describe.skipIf(postgres15Missing !== null)(
  'a block of commands for a database',
  { timeout: 120_000 },
  () => {
    let rewrite: (script: string) => string
    const env = { DATA_DIR: join(place, 'host'), LOG_LEVEL: 'warn' }

    beforeAll(async () => {
      const [here, there] = await Promise.all([
        start(makeDirectory(), { binaries }),
        start(makeDirectory(), { binaries }),
      ])
      const superuser = ({ username, password }: URL) => `${username}:${password}@`
      rewrite = (script) =>
        script
          .replaceAll('postgres:password@', superuser(new URL(here.adminUrl)))
          .replaceAll('postgres:other@', superuser(new URL(there.adminUrl)))
          .replaceAll('db.example.org', `127.0.0.1:${here.port}`)
          .replaceAll('there.example.org', `127.0.0.1:${there.port}`)
    }, 120_000)

    it('installs, upgrades, backs up and restores one, in this order', async () => {
      const pages = ['install', 'upgrade', 'back-up-and-restore'].map((name) => `docs/how-to/${name}.md`)
      expect(pagesOf('postgres').sort()).toEqual([...pages].sort())
      for (const page of pages)
        expect(await runScript(rewrite(scriptOf(page, 'postgres')), { place, env })).toEqual({
          code: 0,
          said: '',
        })
    })
  },
)
