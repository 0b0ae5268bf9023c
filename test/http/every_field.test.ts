import { describe, expect, it } from 'vitest'
import type { Operation } from '../../src/http/document/operation.ts'
import { useDoors } from './every_operation/doors.ts'
import { fieldsOf, isSame, readBack, valueAt, valuesOf, withValue } from './every_operation/fields.ts'
import { doorOf, operations } from './every_operation/schema.ts'

// Every field that the document names in a body is stored, refused by its name, or mentioned in
// avertissements: none is dropped in silence.
const doors = useDoors()

/** Fields that a record has under another name; the two names are not sent together. */
const aliases: Record<string, Record<string, string>> = {
  create_fonction: { nom: 'designation' },
  update_fonction: { nom: 'designation' },
  create_permis_type: { type: 'designation' },
  update_permis_type: { type: 'designation' },
  create_vehicule: { status: 'statut' },
  update_vehicule: { status: 'statut' },
  create_materiel: { status: 'statut' },
  update_materiel: { status: 'statut' },
  update_alarme: { has_been_read: 'validated' },
  payer_decompte: { date: 'paye_le' },
}

/** Fields that are not sent together, since one restricts the values of the other. */
const apart: Record<string, string> = { 'update_sapeur.type': 'actif' }

/** Fields that no record has, and why. */
const unread: Record<string, string> = {
  'create_sapeur.incorporation': 'opens a mutation; the record has its year',
  'create_exercice_sapeurs.sapeurs': 'are ids; each is read as a row (exercice_sapeurs.test.ts)',
  'create_exercice_presences.sapeurs.0.heures.0.id': 'is that of a stored row (exercice_heures.test.ts)',
  'create_localite_sis.localite_id': 'is an element of a list of ids (shared_lists.test.ts)',
  ...Object.fromEntries(
    ['create', 'simuler'].flatMap((verb) =>
      ['indemnite_intervention_id', 'piquet_indemnite_intervention_id'].map((name) => [
        `${verb}_imputation_intervention.${name}`,
        'is a tariff, whose figures the entries have (imputation_intervention.test.ts)',
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['indemnites', 'piquet_indemnite_intervention_id'].map((name) => [
      `create_imputation_interventions.${name}`,
      'is read by the worker (impute_interventions.test.ts)',
    ]),
  ),
  ...Object.fromEntries(
    ['create', 'simuler'].flatMap((verb) =>
      ['modules', 'sapeur_ids', 'exercice_id'].map((name) => [
        `${verb}_decompte.${name}`,
        'chooses the entries that are paid (decomptes.test.ts)',
      ]),
    ),
  ),
  'create_decompte_ordre.ignorer_incomplets': 'leaves people out (decompte_ordres.test.ts)',
  'create_imputation_annuel.sapeur_ids': 'chooses who is paid (imputation_annuel.test.ts)',
  'convoquer_exercice.groupe_id': 'chooses the people to call (convoquer_exercice.test.ts)',
  ...Object.fromEntries(
    ['sapeurs', 'debut', 'semaines', 'groupe_id', 'fonction_id'].map((name) => [
      `create_piquets_rotation.${name}`,
      'makes rows of its own (piquets.test.ts)',
    ]),
  ),
  'echanger_piquet.sapeur_id': 'is repreneur_id of the standby (piquets.test.ts)',
  'update_exercice_comptable.forcer': 'closes a year that is not finished (bouclement.test.ts)',
  'create_messagerie.password': 'is sealed, and never shown',
  'update_messagerie.password': 'is sealed, and never shown',
  'create_webhook.secret': 'is sealed, and shown once (webhooks.test.ts)',
  'update_webhook.secret': 'is sealed, and never shown',
  'create_mon_appareil.type': 'goes with a subscription or with none (mes_appareils.test.ts)',
  'create_mon_appareil.abonnement': 'is sealed, and never shown (mes_appareils.test.ts)',
}

/** Interventions, whose rows are batches of many kinds, have tests of their own. */
const written = operations.filter(
  (operation) =>
    ['post', 'put', 'patch'].includes(operation.method) &&
    fieldsOf(operation).length > 0 &&
    tagOf(operation) !== 'interventions',
)

function tagOf(operation: Operation): string | undefined {
  return (doorOf(operation) as { tags?: string[] }).tags?.[0]
}

it('covers every operation that takes a body', () => {
  expect(written.length).toBeGreaterThan(45)
  const names = written.flatMap((each) => fieldsOf(each).map(({ path }) => `${each.id}.${path.join('.')}`))
  expect(Object.keys(unread).filter((name) => !names.includes(name))).toEqual([])
})

describe.each(written)('$id', (operation) => {
  it('drops no field in silence', async () => {
    const dropped: object[] = []
    for (const field of fieldsOf(operation)) {
      const name = field.path.join('.')
      if (`${operation.id}.${name}` in unread) continue
      const given = valueAt((await doors.sampleOf(operation)).body, field.path)
      const values = valuesOf(field, given)
      if (values.length === 0) dropped.push({ name, reason: 'the sample does not send it' })
      for (const value of values) {
        const finding = await send(operation, field.path, value, value === given)
        if (finding !== null) dropped.push({ name, value, ...finding })
      }
    }
    expect(dropped).toEqual([])
  })
})

/** Sends a field with a value, and the rest of a new sample; returns the fault in the answer, or null. */
async function send(
  operation: Operation,
  path: (string | number)[],
  value: unknown,
  isOwn: boolean,
): Promise<object | null> {
  const sample = await doors.sampleOf(operation)
  const own = isOwn ? valueAt(sample.body, path) : value
  const name = String(path.at(-1))
  const both = Object.entries(aliases[operation.id] ?? {}).flat()
  const without = [...(both.includes(name) ? both : []), apart[`${operation.id}.${name}`]]
  const kept = Object.entries(sample.body ?? {}).filter(([key]) => !without.includes(key))
  const body = withValue(Object.fromEntries(kept), path, own)
  const reply = await doors.knock(operation, sample, { body })
  const dotted = path.join('.')
  if (reply.status === 422)
    return Object.keys(reply.body.error).includes(dotted) ? null : { refused: reply.body.error }
  if (reply.status === 409 && !isOwn) return null
  if (reply.status >= 300) return { status: reply.status, error: reply.body?.error }
  const record = await readBack(doors, operation, { ...sample, body }, reply)
  const inRow = path.slice(path.lastIndexOf(0) + 1)
  const rest = path.length > 3 ? path.slice(2) : inRow
  const read = valueAt(
    record,
    rest.map((key) => aliases[operation.id]?.[key] ?? key),
  )
  if (isSame(own, read)) return null
  const told: string[] = reply.body.avertissements ?? []
  return told.some((each) => each.startsWith(`${dotted} `)) ? null : { sent: own, read: read ?? null }
}
