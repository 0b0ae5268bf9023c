import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checks } from '../../../src/commands/doctor/checks.ts'
import { root } from '../../../src/config.ts'

it('the table of commands.md has every line of doctor, and says whether it is a fault and when', () => {
  const page = readFileSync(join(root, 'docs/reference/commands.md'), 'utf8')
  const table = page.slice(page.indexOf('| Line | Fault | Warning |')).split('\n\n', 1)[0] ?? ''
  const rows = table.split('\n').slice(2)
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  const names = cells.map(([, name = '']) => name.replace(/ \(`.*$/, ''))
  expect(names).toEqual([...new Set(checks.map(({ name }) => name))])
  expect(cells.filter(([, , fault, warning]) => !fault || !warning)).toEqual([])
})
