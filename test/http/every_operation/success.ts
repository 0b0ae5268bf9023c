import { expect } from 'vitest'
import type { Operation } from '../../../src/http/document/operation.ts'
import type { Made } from './access.ts'
import type { Reply } from './client.ts'
import type { Doors, Who } from './doors.ts'
import { doorOf } from './schema.ts'

/** Checks that a sample succeeds, for an administrator and with each sufficient right alone. */
export async function succeeds(doors: Doors, operation: Operation, { hs }: Made): Promise<void> {
  const documented = Object.keys(doorOf(operation).responses)
    .filter((status) => status.startsWith('2'))
    .map(Number)
  // Another test may have used up the sample of a write.
  let sample = operation.method === 'get' ? hs : await doors.sampleOf(operation)
  let whole: unknown
  const [first, ...others] = passers(operation)
  for (const who of [first, ...others]) {
    const reply = await doors.knock(operation, sample, {}, who)
    expect({ who, ...reply }).toMatchObject({ who, status: expect.toBeOneOf(documented) })
    suitsClients(reply)
    if (who === first) hasRows(reply)
    // Of operations with one right, the policies show all rows to that right. Of others, a plain sapeur sees
    // fewer. Of absences, the reason is shown to one right only (disponibilites.test.ts).
    if (operation.method === 'get' && who.permissions?.length !== 0 && operation.id !== 'list_disponibilites')
      expect({ who, body: reply.body }).toEqual({ who, body: whole ?? reply.body })
    whole ??= reply.body
    if (operation.method !== 'get') sample = await doors.sampleOf(operation)
  }
}

// Operations on oneself that officers may do for another.
const forAnother: Record<string, string> = {
  repondre_alarme: 'intervention.modification',
  list_repreneurs: 'sapeur.lecture',
  echanger_piquet: 'sapeur.modification',
  delete_piquet_echange: 'sapeur.modification',
}

// Callers with the least that is needed. Without a sapeur, they act for somebody else.
function passers({ id, permissions, needsSapeur }: Operation): [Who, ...Who[]] {
  if (permissions === null) return [{}]
  if (needsSapeur) return [{ permissions: [] }, { admin: true }]
  const administrator = { admin: true, sapeur: false }
  const instead = forAnother[id]
  if (instead) return [administrator, { permissions: [instead], sapeur: false }]
  if (permissions.length === 0)
    return [administrator, { permissions: ['utilisateur.tout'], sapeur: false }, { permissions: [] }]
  return [administrator, ...permissions.map((permission) => ({ permissions: [permission], sapeur: false }))]
}

// An empty list says nothing of the shape of its rows.
function hasRows({ body }: Reply): void {
  if (Array.isArray(body?.data)) expect(body.data).not.toEqual([])
}

// The properties of answers that existing clients rely on (contract, 14).
function suitsClients({ status, headers, body }: Reply): void {
  if (status === 204) return void expect([body, headers['content-length']]).toEqual([null, undefined])
  if (!headers['content-type']?.includes('json')) return
  expect(Object.keys(body)).toContain('data')
  expect(Object.keys(body)).not.toContain('error')
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) visit(each, Array.isArray(value) ? key : name)
    if (typeof value !== 'string') return
    // Clients cut by position: HH:MM is at 0–5 of a time of day, at 11–16 of an instant.
    if (/^heure(_|$)/.test(key)) expect(value.slice(0, 5)).toMatch(/^\d\d:\d\d$/)
    if (/^\d{4}-\d\d-\d\dT/.test(value)) expect(value.slice(11, 16)).toMatch(/^\d\d:\d\d$/)
    if (/^\d{4}-\d\d-\d\d /.test(value)) expect([key, value]).toEqual([key, 'an instant with T'])
  }
  visit(body.data, '')
}
