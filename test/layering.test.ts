import { describe, expect, it } from 'vitest'
import { expectNone } from './support/expect_none.ts'
import { circles, importsOf, innerRoomOf, roomOf, upwardImports } from './support/layering.ts'
import { readSources } from './support/sources.ts'

// The rooms of src/ from the ground up. A room imports only from the floors below it.
const floors = [
  ['tableau', 'text'],
  ['mail'],
  ['config.ts'],
  ['process'],
  ['auth', 'exports', 'images'],
  ['db'],
  ['http', 'worker'],
  ['demo', 'import'],
  ['instance.ts'],
  ['commands'],
  ['command_line.ts'],
  ['main.ts'],
]

// The rooms inside two of them, from the ground up, and the entrance above them.
const innerFloors = {
  'src/http': [
    ['refusals', 'server', 'watch'],
    ['document'],
    ['admission', 'input'],
    ['live', 'sign_in'],
    ['operation'],
    ['cells'],
    ['graphql', 'handlers'],
    ['pages', 'tableau'],
    ['mount_api.ts'],
    ['auth_api.ts', 'data_api.ts'],
    ['app.ts'],
  ],
  'src/tableau': [
    ['board_paths.ts', 'go_to.ts', 'hors_ligne.ts', 'service', 'start_worker.ts', 'views'],
    ['acts'],
    ['board_page.ts', 'kept'],
    ['forms', 'frame.ts'],
    ['pages'],
    ['board.ts'],
  ],
}

const sources = readSources(['src'], ['.ts'])
const imports = importsOf(sources)

describe('the floors of src/', () => {
  it('have a place for every folder and file', () => {
    const rooms = new Set([...sources.keys()].map(roomOf))
    const misplaced = [...rooms.symmetricDifference(new Set(floors.flat()))]
    expectNone(misplaced, 'Add the folder to its floor in this test, or remove it there if it is gone.')
  })

  it('import only from lower floors', () => {
    expect(imports.length).toBeGreaterThan(500)
    expectNone(
      upwardImports(imports, floors),
      'Move what is imported to a lower floor, or let the higher one pass it as an argument.',
    )
  })

  it('are checked for an import from a higher floor, or from a neighbour', () => {
    const wrong = importsOf(
      new Map([
        ['src/mail/seal.ts', "import { pool } from '../db/pool.ts'\n"],
        [
          'src/http/app.ts',
          "import type { Worker } from '../worker/start_worker.ts'\nimport '../mail/seal.ts'\n",
        ],
      ]),
    )
    expect(upwardImports(wrong, floors)).toEqual([
      'src/mail/seal.ts imports src/db/pool.ts',
      'src/http/app.ts imports src/worker/start_worker.ts',
    ])
  })
})

describe('the rooms of src/http and src/tableau', () => {
  const inside = (floor: string) => (path: string) => path.startsWith(`${floor}/`)

  it('have a place for every folder and file', () => {
    for (const [floor, rooms] of Object.entries(innerFloors)) {
      const found = [...sources.keys()].filter(inside(floor)).map(innerRoomOf)
      expect([...new Set(found)].sort()).toEqual(rooms.flat().sort())
    }
  })

  it('import only from lower rooms', () => {
    for (const [floor, rooms] of Object.entries(innerFloors)) {
      const among = imports.filter(({ from, to }) => [from, to].every(inside(floor)))
      expect(among.length).toBeGreaterThan(75)
      expect(upwardImports(among, rooms, innerRoomOf)).toEqual([])
    }
  })

  it('are checked for an import from a higher room', () => {
    const wrong = importsOf(
      new Map([['src/http/document/operation.ts', "import { digest } from '../operation/etag.ts'\n"]]),
    )
    expect(upwardImports(wrong, innerFloors['src/http'], innerRoomOf)).toEqual([
      'src/http/document/operation.ts imports src/http/operation/etag.ts',
    ])
  })
})

describe('the files of src/', () => {
  it('do not import each other in a circle', () => {
    expectNone(circles(imports), 'Move what both files need to a third file.')
  })

  it('are checked for a circle, also one of type imports', () => {
    const wrong = importsOf(
      new Map([
        ['src/http/a.ts', "import { b } from './b.ts'\n"],
        ['src/http/b.ts', "import type { C } from './c.ts'\n"],
        ['src/http/c.ts', "const a = await import('./a.ts')\n"],
      ]),
    )
    expect(circles(wrong)).toEqual([['src/http/a.ts', 'src/http/b.ts', 'src/http/c.ts']])
  })
})
