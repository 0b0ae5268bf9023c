import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { outcome, useAnalysts } from './analyste_fixture.ts'

const { connect, database, names } = useAnalysts()

it('an analyst writes nothing to the server’s log by printing or by mistakes, even after resetting all settings', async () => {
  const [analyst, admin] = [await connect('hs'), await database.as('admin')]
  const { rows } = await admin.query('show data_directory')
  const log = () => readFileSync(join(rows[0].data_directory, '../server.log'), 'utf8')
  const loud = (mark: string) =>
    `set debug_print_parse = on; set debug_print_rewritten = on; set debug_print_plan = on; select '${mark}'; select '${mark}'::integer`
  const mark = randomBytes(8).toString('hex')
  expect(await outcome(admin, loud(`admin${mark}`))).toBe('22P02')
  await vi.waitFor(() => expect(log()).toContain(`admin${mark}`))
  const other = await connect('around')
  await outcome(other, `alter role ${names.around} reset all`)
  const next = await connect('around')
  for (const client of [analyst, other, next]) {
    expect(await outcome(client, `reset all; ${loud(`analyst${mark}`)}`)).toBe('22P02')
    await outcome(client, `discard all; ${loud(`analyst${mark}`)}`)
  }
  expect(await outcome(admin, loud(`after${mark}`))).toBe('22P02')
  await vi.waitFor(() => expect(log()).toContain(`after${mark}`))
  expect(log()).not.toContain(`analyst${mark}`)
  for (const client of [other, next]) await client.end()
})
