import type pg from 'pg'
import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inHs } from '../../support/table.ts'

const database = useDatabase()

async function inTransaction(work: (owner: pg.Client) => Promise<void>): Promise<void> {
  await asSomeone(
    await database.as('owner'),
    inHs(['intervention.modification', 'comptabilite.config']),
    work,
  )
}

async function open(owner: pg.Client, annee: number, debut: string, fin: string, boucle = false) {
  await owner.query(
    'insert into app.exercices_comptables (annee, designation, debut, fin) values ($1::integer, $1::integer::text, $2, $3)',
    [annee, debut, fin],
  )
  await owner.query('update app.exercices_comptables set boucle = $2 where annee = $1', [annee, boucle])
}
const at = async (owner: pg.Client, jour: string) => {
  const { rows } = await owner.query(
    'select annee, designation, debut::text, fin::text, boucle, sis_key from app.lock_exercice_comptable($1)',
    [jour],
  )
  return rows[0]
}

const thisYear = new Date().getFullYear()
const alone = (owner: pg.Client) => owner.query('delete from app.exercices_comptables')

it.each([thisYear - 1, thisYear, thisYear + 1])(
  'opens the calendar year %s once when no year holds the day',
  async (annee) => {
    await inTransaction(async (owner) => {
      await alone(owner)
      const [debut, fin] = [`${annee}-01-01`, `${annee}-12-31`]
      const opened = { annee, designation: `${annee}`, debut, fin, boucle: false, sis_key: 'hs' }
      expect(await at(owner, fin)).toEqual(opened)
      expect(await at(owner, debut)).toEqual(opened)
      const { rows } = await owner.query('select count(*)::integer as n from app.exercices_comptables')
      expect(rows).toEqual([{ n: 1 }])
    })
  },
)

it.each([`${thisYear - 2}-12-31`, `${thisYear + 2}-01-01`, '1926-03-14'])(
  'opens no year for the %s, but finds one that was opened by hand',
  async (jour) => {
    await inTransaction(async (owner) => {
      await alone(owner)
      await owner.query('savepoint before')
      await expect(at(owner, jour)).rejects.toMatchObject({
        code: 'PT409',
        message: `Aucun exercice comptable ne contient le ${jour.split('-').toReversed().join('.')} : il faut d’abord l’ouvrir`,
      })
      await owner.query('rollback to savepoint before')
      await open(owner, Number(jour.slice(0, 4)), jour, jour)
      expect(await at(owner, jour)).toMatchObject({ debut: jour, fin: jour })
    })
  },
)

it('finds a year that straddles two calendar years, from its first day to its last', async () => {
  await inTransaction(async (owner) => {
    await open(owner, 2011, '2010-07-01', '2011-06-30')
    expect(await at(owner, '2010-07-01')).toMatchObject({ annee: 2011, debut: '2010-07-01' })
    expect(await at(owner, '2011-06-30')).toMatchObject({ annee: 2011, fin: '2011-06-30' })
  })
})

it('refuses a day whose calendar year overlaps a year without that day', async () => {
  await inTransaction(async (owner) => {
    await alone(owner)
    await open(owner, thisYear + 1, `${thisYear}-07-01`, `${thisYear + 1}-06-30`)
    await expect(at(owner, `${thisYear}-06-30`)).rejects.toMatchObject({
      code: 'PT409',
      message: `Aucun exercice comptable ne contient le 30.06.${thisYear} et l’année civile en chevauche un autre`,
    })
  })
})

it('refuses a day in a closed year', async () => {
  await inTransaction(async (owner) => {
    await open(owner, 2010, '2010-01-01', '2010-12-31', true)
    await expect(at(owner, '2010-05-05')).rejects.toMatchObject({
      code: 'PT409',
      message: 'Exercice comptable bouclé',
    })
  })
})

it('opens the year of the request’s SIS, not of another', async () => {
  await inTransaction(async (owner) => {
    const jour = `${thisYear + 1}-05-05`
    await at(owner, jour)
    await owner.query("select request.open(null, 'test', '{intervention.modification}', null)")
    const { rows } = await owner.query(
      'select count(*)::integer as n from app.exercices_comptables where annee = $1',
      [thisYear + 1],
    )
    expect(rows).toEqual([{ n: 0 }])
    expect(await at(owner, jour)).toMatchObject({ sis_key: 'test' })
  })
})

it('opens no year without permission', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.lecture']), async () => {
    for (const jour of ['2010-05-05', `${thisYear + 1}-05-05`]) {
      await owner.query('savepoint before')
      await expect(at(owner, jour)).rejects.toMatchObject({ code: '42501' })
      await owner.query('rollback to savepoint before')
    }
  })
})
