import { expect, it } from 'vitest'
import { soon } from '../worker/envois/envois_fixture.ts'
import { useBoard } from './board_fixture.ts'

const board = useBoard()

it('a page that is left while its session is renewed leaves the next one signed in', async () => {
  const { page } = await board.openAs('chef', '/tableau/moi')
  await page.getByRole('heading', { name: 'Mes alertes' }).waitFor()
  const url = page.url()
  // Renewals wait for the row of the account.
  const admin = await board.database.as('admin')
  await admin.query('begin')
  await admin.query("select from auth.users where email = 'chef@example.org' for update")
  const waiting = async () => {
    const { rows } = await admin.query(
      "select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows[0]?.n
  }
  const renewal = () => page.waitForRequest((each) => each.url().endsWith('/renouvellement'))
  await Promise.all([renewal(), page.goto(url)])
  await expect.poll(waiting, soon).toBe(1)
  await Promise.all([renewal(), page.goto(url)])
  // The first may have been given up by now.
  await expect.poll(waiting, soon).toBeGreaterThan(0)
  await admin.query('commit')
  await page.getByRole('heading', { name: 'Mes alertes' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Mes alertes' }).waitFor()
})
