import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const login = `limite_${randomBytes(4).toString('hex')}`

interface Limit {
  login: string
  message: string
  remedy: string
}

/** The missing limits that a server finds for a login after a change that is rolled back. */
async function missing(change: string, role = 'caserne_api'): Promise<Limit[]> {
  const admin = await database.as('admin')
  await admin.query('begin')
  try {
    await admin.query(change)
    await admin.query(`set local role ${role}`)
    const { rows } = await admin.query<Limit>('select login, message, remedy from request.missing_limits()')
    return rows.filter((row) => row.login === login)
  } finally {
    await admin.query('rollback')
  }
}

const created = (group: string) => `create role ${login} login in role ${group};`
const log = `alter role ${login} set log_min_messages = 'fatal'`
const files = `alter role ${login} set temp_file_limit = '1GB'`
const remedies = async (change: string) => (await missing(change)).map(({ remedy }) => remedy).sort()

describe('missing limits of analysts’ logins', () => {
  it.each(['caserne_analyst', 'caserne_national'])(
    'are found for a member of %s, with the statements that set them',
    async (group) => {
      expect(await missing(created(group))).toEqual([
        {
          login,
          message: `l’analyste ${login} peut remplir le disque du serveur de messages, dans son journal (log_min_messages)`,
          remedy: log,
        },
        {
          login,
          message: `l’analyste ${login} peut remplir le disque du serveur de fichiers temporaires (temp_file_limit)`,
          remedy: files,
        },
      ])
    },
  )

  it('are found by each server', async () => {
    for (const role of ['caserne_api', 'caserne_auth', 'caserne_worker'])
      expect(await missing(created('caserne_analyst'), role)).toHaveLength(2)
  })

  it('are found one by one, and no longer once they are set', async () => {
    const role = created('caserne_analyst')
    expect(await remedies(`${role} ${log}`)).toEqual([files])
    expect(await remedies(`${role} ${files}`)).toEqual([log])
    expect(await remedies(`${role} ${log}; ${files}`)).toEqual([])
    expect(
      await remedies(
        `${role} ${files}; alter role ${login} in database "${database.name}" set log_min_messages = 'panic'`,
      ),
    ).toEqual([])
  })

  it('are found when a setting limits nothing', async () => {
    const useless = `alter role ${login} set log_min_messages = 'error'; alter role ${login} set temp_file_limit = '-1'`
    expect(await remedies(`${created('caserne_analyst')} ${useless}`)).toEqual([log, files])
  })

  it('are not found for other logins, or for roles without login', async () => {
    expect(await missing(created('caserne_api'))).toEqual([])
    expect(await missing(`${created('caserne_analyst')} alter role ${login} nologin`)).toEqual([])
  })
})
