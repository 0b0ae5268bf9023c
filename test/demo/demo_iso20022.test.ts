import { expect, it } from 'vitest'
import { brokenRules } from '../exports/iso20022/pain001_rules.ts'
import { useServers } from '../support/servers.ts'
import { useDemo } from './history_fixture.ts'

const { database, rows } = useDemo({ today: '2026-11-23' })
const servers = useServers(database)

it.each([
  ['hs', 'commandant@example.org'],
  ['test', 'autre@example.org'],
])('every décompte of %s can be sent to a bank, with a transfer for everyone', async (sis, email) => {
  const decomptes = await rows(
    `select d.id::int, count(p.id)::int as virements
       from app.decomptes d
       join app.paiements p on p.sis_key = d.sis_key and p.decompte_id = d.id and p.total > 0
      where d.sis_key = $1
      group by 1`,
    [sis],
  )
  expect(decomptes.length).toBeGreaterThan(2)
  const { accessToken } = await servers.signIn(email)
  for (const { id, virements } of decomptes) {
    const url = `${servers.urls().data}/api/v2/decomptes/${id}/iso20022`
    const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}`, 'sis-key': sis } })
    const xml = await response.text()
    expect([response.status, xml]).toEqual([200, expect.stringContaining(`<NbOfTxs>${virements}</NbOfTxs>`)])
    expect(brokenRules(xml)).toEqual([])
  }
})

it('everyone, also the recruit, has an address and an account', async () => {
  const incomplete = await rows(
    `select s.nom_prenom
       from app.sapeurs s
       left join app.particularites q on q.sis_key = s.sis_key and q.sapeur_id = s.id
       left join app.salaires a on a.sis_key = s.sis_key and a.sapeur_id = s.id
      where q.rue is null or q.rue = '' or q.localite_id is null or q.date_naissance is null
         or a.iban is null or substr(a.iban, 5, 5)::integer between 30000 and 31999`,
  )
  expect(incomplete).toEqual([])
})
