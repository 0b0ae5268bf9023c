import { expect, it } from 'vitest'
import { checkHomes } from '../../../src/commands/doctor/check_homes.ts'
import { examine } from '../../../src/commands/doctor/examine.ts'
import type { Config } from '../../../src/config.ts'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

it('the SIS that another database serves are named, as information', async () => {
  const client = await database.as('owner')
  const found = async () =>
    (await examine([checkHomes], {} as Config, { client, asOwner: true })).map(
      ({ level, sentence }) => `${level}: ${sentence}`,
    )
  expect(await found()).toEqual(['ok: cette base sert tous les SIS de l’annuaire'])
  await client.query("delete from request.homes where sis_key = 'hs'")
  expect(await found()).toEqual(['ok: servis par une autre base : hs'])
})
