import { beforeAll, describe, expect, it } from 'vitest'
import { foreign } from '../../attacks/graphql_attacks.ts'
import { type Made, refusesStrangers } from '../every_operation/access.ts'
import { type Doors, useDoors } from '../every_operation/doors.ts'
import { knowsItsOwn } from '../every_operation/ids.ts'
import { operations } from '../every_operation/schema.ts'
import { patience, useOneAndTwo } from './one_and_two_fixture.ts'

// Haute-Sorne lives in `sud`, SIS Test in `principale`. An attacker of one knows ids of the other.
const { two, accounts } = useOneAndTwo()
const first = useDoors({}, accounts)

// Ids are unique within a SIS only. Here none of the other cell must be one of hs by chance.
beforeAll(async () => {
  const sequences = `select setval(c.oid::regclass, 5000000) from pg_class c where c.relkind = 'S' and c.relnamespace = 'app'::regnamespace`
  await (await accounts.as('admin')).query(sequences)
})

describe.each(operations)('over two cells, $id', (operation) => {
  const made = {} as Made
  // Rows that each SIS has written where it lives.
  const doors: Doors = {
    ...two,
    written: async () => ({ hs: (await two.written()).hs, test: (await first.written()).test }),
  }

  beforeAll(async () => {
    made.hs = await two.sampleOf(operation)
    made.test = await first.sampleOf(operation, 'test')
  })

  it('admits nobody without a Sis-Key, a token and a right', () => refusesStrangers(doors, operation, made))
  it('finds only rows of this SIS', () => knowsItsOwn(doors, operation, made))
})

describe('over two cells, GraphQL', () => {
  const query = async (doors: Doors, text: string, sis = 'hs', variables = {}) => {
    const body = { query: text, variables }
    const answer = await doors.servers.data('/graphql', {
      method: 'POST',
      as: 'commandant@example.org',
      sis,
      body,
    })
    return answer.body
  }
  // Marks people of a SIS in `principale`, and finds ids there: current ones of test, or those that hs has left behind.
  const ids = { sapeur: '', intervention: '' }
  const mark = async (sis: string) => {
    const admin = await accounts.as('admin')
    await admin.query('set session_replication_role = replica')
    await admin.query(
      `update app.sapeurs set nom = case when sis_key = $1 then 'Ailleurs ' else '' end || replace(nom, 'Ailleurs ', '')`,
      [sis],
    )
    await admin.query('set session_replication_role = origin')
    const { rows } = await admin.query(
      `select (select max(id)::text from app.sapeurs where sis_key = $1) as sapeur,
              coalesce((select max(id) from app.interventions where sis_key = $1), 1)::text as intervention`,
      [sis],
    )
    Object.assign(ids, rows[0])
  }
  const fill = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('%s', ids.sapeur).replaceAll('%i', ids.intervention))
  // The first query waits for the thread.
  beforeAll(async () => void (await query(two, '{ __typename }')), patience)

  describe.each([
    ['of the SIS of the other cell', 'test', 'hs'],
    ['that a SIS has left behind', 'hs', 'test'],
  ])('reaches no rows %s', (_, marked, caller) => {
    beforeAll(() => mark(marked))
    it.each(foreign)('%s', async (__, text, gets, variables = {}) => {
      expect(await query(two, fill(text), caller, fill(variables))).toEqual({ data: gets })
    })
  })

  it('does reach those of its own SIS', async () => {
    await mark('test')
    const found = await query(two, '{ sapeurs(first: 1) { nodes { nom } } }', 'test')
    expect(found.data.sapeurs.nodes).toEqual([{ nom: expect.stringMatching(/^Ailleurs /) }])
  })
})
