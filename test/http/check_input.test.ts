import { expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

// As in production: with the check of answers, every request is checked again.
const api = useDataApi({ VALIDATE_RESPONSES: 'false' }, undefined, { alone: true })

it.each([
  ['/interventions?limit=2&statut=0', 200],
  ['/interventions?limit=2&statut=0&autre=%C3%A9', 200],
  ['/interventions/999999', 404],
  ['/interventions?limit=0x2', 422],
  ['/interventions?limit=1e400', 422],
  ['/interventions?limit=2&limit=3', 422],
  ['/interventions/x', 422],
])('GET %s is answered the same each time it is asked: %i', async (path, status) => {
  const answers = []
  for (let n = 0; n < 3; n++) answers.push(await api.ask(`GET ${path}`))
  expect(answers.map((each) => each.status)).toEqual([status, status, status])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(answers[2]?.body).toEqual(answers[0]?.body)
})
