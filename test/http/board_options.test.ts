import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { boardOptions } from '../../src/http/tableau/options.ts'

const demo = (env: Record<string, string>) => boardOptions(readConfig(env)).demo

it('the accounts of the demo are shown without the address of a database only', () => {
  const url = 'postgres://caserne_api@127.0.0.1/caserne'
  expect([demo({}), demo({ DATABASE_URL: url }), demo({ API_DATABASE_URL: url })]).toEqual([
    true,
    false,
    false,
  ])
})
