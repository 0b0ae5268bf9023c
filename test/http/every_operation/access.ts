import { expect } from 'vitest'
import type { Operation } from '../../../src/http/document/operation.ts'
import { allPermissions } from '../../support/table.ts'
import type { Sample } from '../samples/sample.ts'
import type { Doors } from './doors.ts'

/** A sample of an operation in each SIS. */
export interface Made {
  hs: Sample
  test: Sample
}

const error = (status: number, body: unknown) => ({ status, body: { error: body } })

/** Checks that an operation refuses strangers, and that nothing was written. */
export async function refusesStrangers(doors: Doors, operation: Operation, { hs }: Made): Promise<void> {
  const { permissions, needsSapeur } = operation
  if (permissions === null) return
  const before = await doors.written()
  const said = async (headers: Record<string, string | undefined>) => {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    const { status, body } = await doors.knock(operation, hs, {
      headers: sent as Record<string, string>,
      bare: true,
    })
    return { status, body }
  }
  const authorization = await doors.bearer()
  const altered = authorization.replace(/.(?=.{20}$)/, (sign) => (sign === 'A' ? 'B' : 'A'))
  expect(await said({ authorization })).toEqual(error(401, 'Sis non sélectionné'))
  expect(await said({ authorization, 'sis-key': ' ' })).toEqual(error(401, 'Sis non sélectionné'))
  expect(await said({ 'sis-key': 'hs' })).toEqual(error(401, 'Accès refusé'))
  expect(await said({ 'sis-key': 'hs', authorization: altered })).toEqual(error(401, 'Accès refusé'))
  expect(await said({ 'sis-key': 'hs', authorization: 'Basic YTpi' })).toEqual(error(401, 'Accès refusé'))

  const stranger = error(403, 'Aucun droit pour ce SIS')
  const as = async (who: Parameters<Doors['bearer']>[0], sis = 'hs') =>
    said({ 'sis-key': sis, authorization: await doors.bearer(who) })
  expect(await as({ sis: 'test' })).toEqual(stranger)
  expect(await as({}, 'ailleurs')).toEqual(stranger)
  expect(await as({ permissions: [], sapeur: false })).toEqual(stranger)
  if (permissions.length > 0) {
    const missing = error(403, `Permission requise : ${permissions.join(' ou ')}`)
    const others = allPermissions.filter((each) => !permissions.includes(each))
    expect(await as({ permissions: others })).toEqual(missing)
    expect(await as({ permissions: [] })).toEqual(missing)
  }
  if (needsSapeur)
    expect(await as({ sapeur: false })).toEqual(
      error(403, "Votre compte n'est pas lié à un sapeur de ce SIS"),
    )
  expect(await doors.written()).toEqual(before)
}
