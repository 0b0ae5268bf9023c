import { describe, expect, it } from 'vitest'
import { everything, lists } from '../../attacks/graphql_everything.ts'
import { operations } from '../every_operation/schema.ts'
import { countFrom } from '../samples/sample.ts'
import { patience, seen, useOneAndTwo } from './one_and_two_fixture.ts'

const { one, two } = useOneAndTwo()

// A SIS that has moved counts its journal on from far ahead. Some samples count for themselves.
const DIFFERENT: Record<string, RegExp> = {
  list_journal: /"id":\d+/g,
  get_mes_donnees: /"id":\d+|"changed_in":"\d+"/g,
  create_amende: /"rang":\d+/g,
  update_amende: /"rang":\d+/g,
  create_exercice_comptable: /21\d\d/g,
  update_exercice_comptable: /21\d\d/g,
  list_sapeur_telephones: /\d{4}"/g,
  create_sapeur_telephone: /\d{4}"/g,
  update_sapeur_telephone: /\d{4}"/g,
}

describe('over two cells and over one database', () => {
  it('every list of GraphQL answers the same, with all that it leads to', { timeout: patience }, async () => {
    for (const list of lists) {
      const ask = async ({ servers }: typeof one) => {
        const body = { query: everything(list) }
        const {
          status,
          headers,
          body: found,
        } = await servers.data('/graphql', {
          method: 'POST',
          as: 'commandant@example.org',
          sis: 'hs',
          body,
        })
        return seen({ status, headers: Object.fromEntries(headers), body: found })
      }
      const [there, here] = [await ask(one), await ask(two)]
      expect([list, here]).toEqual([list, there])
    }
  })

  it('every operation of the data API answers the same', { timeout: patience }, async () => {
    const others: unknown[] = []
    for (const [nth, operation] of operations.entries()) {
      const ask = async (doors: typeof one) => {
        countFrom(100 * nth)
        const sample = await doors.sampleOf(operation)
        const reply = await doors.knock(operation, sample)
        return seen(reply, DIFFERENT[operation.id])
      }
      const [there, here] = [await ask(one), await ask(two)]
      if (JSON.stringify(here) !== JSON.stringify(there)) others.push([operation.id, there, here])
    }
    expect(others).toEqual([])
  })
})
