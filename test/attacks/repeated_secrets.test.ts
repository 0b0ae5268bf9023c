import { describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/opaque_token.ts'
import { useDataApi } from '../http/data_fixture.ts'
import { look } from '../support/users.ts'

// A client that got no answer sends its POST again with its Idempotency-Key. An invented secret in the answer would open
// nothing, and nobody would know why.
const { database, told, servers } = useDataApi()

let count = 0
const repeated = async (door: string, body: object) => {
  count += 1
  const headers = { 'idempotency-key': `secret-${count}` }
  const [status, { data: first }] = await told(door, body, { headers })
  const [again, { data: second }] = await told(door, body, { headers })
  expect([status, again]).toEqual([201, 201])
  return { first, second }
}

describe('a POST repeated with its Idempotency-Key', () => {
  it('answers the wall again, without a token that opens nothing', async () => {
    const { first, second } = await repeated('POST /murs', { designation: 'Garage' })
    expect(second).toEqual({ ...first, token: null })
    const shown = await fetch(`${servers.urls().data}/api/v2/mur`, { headers: { token: first.token } })
    expect(shown.status).toBe(200)
  })

  it('answers the webhook again, with the secret that signs', async () => {
    const body = { url: 'https://sms.example.org/caserne', evenements: ['alarme'] }
    const { first, second } = await repeated('POST /webhooks', body)
    expect(first.secret).toMatch(/^whsec_/)
    expect(second).toEqual(first)
  })

  it('keeps neither the token nor the secret in the kept answer', async () => {
    const { first: mur } = await repeated('POST /murs', { designation: 'Salle' })
    const { first: webhook } = await repeated('POST /webhooks', {
      url: 'https://sms.example.org/autre',
      evenements: ['alarme'],
    })
    const kept = String(await look(database, 'select string_agg(r::text, $1) from request.reponses r', [' ']))
    expect(kept).toContain(hashToken(mur.token.slice(3)).toString('hex'))
    expect(kept).not.toContain(mur.token.slice(3))
    expect(kept).not.toContain(webhook.secret.slice(6))
  })
})
