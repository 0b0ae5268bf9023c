import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { openVal } from '../support/sis_val.ts'

const database = useDatabase()
const servers = useServers(database)

it('a report’s names in other scripts are those of sapeurs whose letters are the same, and of nobody else', async () => {
  const val = await openVal(database)
  const yan = await val.makeSapeur('Ағаев', 'Ян')
  const luka = await val.makeSapeur('Łuk', 'Ana')
  const names = ['Иванов Пётр', 'Ян Ағаев', 'Ana Łuk', 'Ana Đuk']
  const personnes = names.map((nom) => ({ nom, telephones: [], reponse: 'vient' as const }))
  await val.storeAlarm({ debut: '2026-03-14T14:29:45', groupes: [{ titre: '90 EM, SIS du Val', personnes }] })
  const { body } = await servers.data('/api/v2/alarmes', { as: 'admin@example.org', sis: 'val' })
  const [alarme] = body.data
  expect(alarme.firefighters.map(({ id }: { id: number }) => id).sort()).toEqual([yan, luka].sort())
  expect(alarme.unresolved.map(({ fullname }: { fullname: string }) => fullname).sort()).toEqual([
    'Ana Đuk',
    'Иванов Пётр',
  ])
})
