import pg from 'pg'
import { createAnalystLogin, dropAnalystLogin } from '../../src/db/analyste_login.ts'

const names = ['banc_un', 'banc_tous', 'banc_national']

/** Works with three analysts: for the largest SIS, for all SIS one by one, and national. Removes them afterwards. */
export async function withAnalystes<T>(admin: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    for (const name of names)
      await createAnalystLogin(client, { name, password: 'bench', national: name === 'banc_national' })
    await client.query(
      `insert into auth.analystes (sis_key, login)
       select api_key, 'banc_tous' from auth.sis
       union all
       select min(api_key), 'banc_un' from auth.sis`,
    )
    await client.query('vacuum (analyze) auth.analystes')
    return await work()
  } finally {
    await client.query('begin')
    await client.query('delete from auth.analystes where login = any ($1)', [names])
    for (const name of names) await dropAnalystLogin(client, name)
    await client.query('commit')
    await client.end()
  }
}
