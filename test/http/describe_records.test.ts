import { expect, it } from 'vitest'
import { describeRecords } from '../../src/http/document/describe_records.ts'

const record = (table: string, id: object | 'sis') => ({ table, id })

/** The operations of the document at each path, after the records have been described. */
function describe(paths: Record<string, Record<string, unknown>>) {
  const document = structuredClone({ paths })
  describeRecords(document)
  return document.paths
}

it('a path names the record of its operations and of those below it', () => {
  const feu = record('app.feux', { path: 'id' })
  const ligne = record('app.lignes', { path: 'ligne_id' })
  const param = record('app.params', 'sis')
  const same = (each: object) => ({ 'x-record': { changed: each, answered: each } })
  expect(
    describe({
      '/feux': { get: {} },
      '/feux/{id}': { 'x-record': 'app.feux', get: {}, put: {} },
      '/feux/{id}/valider': { post: {} },
      '/feux/{id}/lignes/{ligne_id}': { 'x-record': 'app.lignes', delete: {} },
      '/param': { 'x-record': 'app.params', put: {} },
    }),
  ).toEqual({
    '/feux': { get: {} },
    '/feux/{id}': { get: same(feu), put: same(feu) },
    '/feux/{id}/valider': { post: same(feu) },
    '/feux/{id}/lignes/{ligne_id}': { delete: same(ligne) },
    '/param': { put: same(param) },
  })
})

it('a POST to a list makes a record, whose id is in its answer', () => {
  const { '/feux': list, '/feux/{id}/lignes': lines } = describe({
    '/feux': { post: { 'x-makes': { table: 'app.feux', id: ['data', 'no'] } } },
    '/feux/{id}': { 'x-record': 'app.feux' },
    '/feux/{id}/lignes': { post: {} },
    '/feux/{id}/lignes/{ligne_id}': { 'x-record': 'app.lignes' },
  })
  const feu = record('app.feux', { answer: ['data', 'no'] })
  expect(list).toEqual({ post: { 'x-record': { changed: null, answered: feu } } })
  const changed = record('app.feux', { path: 'id' })
  const ligne = record('app.lignes', { answer: ['id'] })
  expect(lines).toEqual({ post: { 'x-record': { changed, answered: ligne } } })
})

it('a path without a record says so, and none is forgotten', () => {
  const paths = { '/feux/{id}/simulation': { post: {} }, '/feux/{id}': { 'x-record': 'app.feux' } }
  const none = { ...paths, '/feux/{id}/simulation': { 'x-record': 'none', post: {} } }
  expect(describe(none)['/feux/{id}/simulation']).toEqual({ post: {} })
  expect(() => describe({ '/feux/{id}/fin': { post: {} } })).toThrow(
    'post /feux/{id}/fin : le chemin n’a pas de x-record (la table, ou none)',
  )
  for (const method of ['put', 'patch', 'delete'])
    expect(() => describe({ '/feux': { [method]: {} } })).toThrow(`${method} /feux`)
})
