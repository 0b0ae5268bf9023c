import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import { readingStatement } from '../../src/http/operation/statements.ts'
import { useDataApi } from './data_fixture.ts'

const { ask, servers } = useDataApi()
// The lists that anyone of the SIS may read.
const lists = readDocument('data').operations.filter(
  ({ id, path, readsJson, keptBy, permissions }) =>
    id.startsWith('list_') &&
    readsJson &&
    keptBy === 'caches' &&
    permissions?.length === 0 &&
    !path.includes('{'),
)

/** The answers of all lists, fetched at once without any permission, and the statements of the database. */
async function fetchAll(etags?: (string | null)[]) {
  const as = 'sapeur@example.org'
  await servers.signIn(as)
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const answers = await Promise.all(
      lists.map(({ path }, index) => {
        const headers = etags && { 'if-none-match': etags[index] ?? '' }
        return ask(`GET ${path}`, undefined, { as, ...(headers && { headers }) })
      }),
    )
    return { answers, statements: spy.mock.calls.map(([query]) => Object(query).text ?? query) }
  } finally {
    spy.mockRestore()
  }
}

it('fetches every reference list at once with one token, each by one statement, and then only changed ones', async () => {
  expect(lists.length).toBeGreaterThanOrEqual(15)
  const expected = lists
    .map((list) => readingStatement(list.id, list.sort === null ? [] : ['apres', 'limite'], 'api', list).text)
    .sort()
  // One after the other before: on a loaded machine, a server that has just started refuses some of many at once.
  await servers.signIn('sapeur@example.org')
  for (const { path } of lists) await ask(`GET ${path}`, undefined, { as: 'sapeur@example.org' })
  const first = await fetchAll()
  const etags = first.answers.map(({ headers }) => headers.get('etag'))
  for (const { status, body, headers } of first.answers) {
    expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^W\/"[\w.-]+"$/)])
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(Array.isArray(body.data)).toBe(true)
  }
  expect(first.statements.sort()).toEqual(expected)

  const second = await fetchAll(etags)
  expect(second.answers.map(({ status, body, headers }) => [status, body, headers.get('etag')])).toEqual(
    etags.map((etag) => [304, null, etag]),
  )
  expect(second.statements.sort()).toEqual(expected)

  expect((await ask('POST /fonctions', { designation: 'Chef du matériel' })).status).toBe(201)
  const third = await fetchAll(etags)
  const changed = lists.filter((_, index) => third.answers[index]?.status !== 304)
  expect(changed.map(({ id }) => id)).toEqual(['list_fonctions'])
})
