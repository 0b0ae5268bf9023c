import type pg from 'pg'
import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inHs } from '../../support/table.ts'
import { useYears } from '../../support/years.ts'

const database = useDatabase()
useYears(database, 2019, 2019)
const uuid = ['4f5b8a54-6c1c-4d4e-9d5e-0a4c7a4f8f11', '00000000-0000-4000-8000-000000000000']

/**
 * Works as the owner with an intervention of each statut and two alarms, the second with an intervention;
 * passes their ids.
 */
async function inTransaction(
  work: (owner: pg.Client, ids: number[], alarmes: number[]) => Promise<void>,
): Promise<void> {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.modification']), async () => {
    const ids: number[] = []
    for (const statut of [0, 1, 2, 3]) {
      const { rows } = await owner.query(
        `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
         values ('2019-04-01', '08:00', '2019-04-01', '09:00', 'Feu') returning id::integer`,
      )
      await owner.query('update app.interventions set statut = $2 where id = $1', [rows[0].id, statut])
      ids.push(rows[0].id)
    }
    const { rows } = await owner.query(
      `insert into app.alarmes (date, type, adresse, intervention_voulue, intervention_id)
       values (now(), 'Alarme réelle', '', true, null), (now(), 'Alarme réelle', '', true, $1) returning id::integer`,
      [ids[3]],
    )
    await work(
      owner,
      ids,
      rows.map(({ id }) => id),
    )
  })
}
const set = (client: pg.Client, ...values: unknown[]) =>
  client.query('select app.set_saisie($1, $2, $3)', values)
const seen = async (client: pg.Client, id: unknown) => {
  const { rows } = await client.query(
    'select statut, alarme_id::integer, local_uuid from app.interventions where id = $1',
    [id],
  )
  return rows[0]
}
const ofAlarm = async (client: pg.Client, id: unknown) => {
  const { rows } = await client.query(
    'select intervention_id::integer as id from app.alarmes where id = $1',
    [id],
  )
  return rows[0].id
}

it('makes an intervention saisie once, with its alarm and the tablet’s id', async () => {
  await inTransaction(async (owner, [vide], [alarme, other]) => {
    await set(owner, vide, alarme, uuid[0])
    const made = { statut: 1, alarme_id: alarme, local_uuid: uuid[0] }
    expect(await seen(owner, vide)).toEqual(made)
    expect(await ofAlarm(owner, alarme)).toBe(vide)
    await set(owner, vide, other, uuid[1])
    expect(await seen(owner, vide)).toEqual(made)
  })
})

it('leaves an alarm with the intervention that it already has', async () => {
  await inTransaction(async (owner, [, saisie, , imputee], [, taken]) => {
    await set(owner, saisie, taken, null)
    expect(await ofAlarm(owner, taken)).toBe(imputee)
    const { rows } = await owner.query('select validated from app.alarmes where id = $1', [taken])
    expect(rows).toEqual([{ validated: false }])
  })
})

it('leaves interventions validée or imputée unchanged', async () => {
  await inTransaction(async (owner, [, , ...others]) => {
    for (const id of others) {
      const before = await seen(owner, id)
      await set(owner, id, null, uuid[0])
      expect(await seen(owner, id)).toEqual(before)
    }
  })
})

it('requires the permission to change interventions', async () => {
  const api = await database.as('api')
  await asSomeone(api, inHs(['intervention.lecture', 'intervention.validation']), async () => {
    await expect(set(api, 1, null, null)).rejects.toMatchObject({
      code: 'PT403',
      message: 'Permission requise : intervention.modification',
    })
  })
})
