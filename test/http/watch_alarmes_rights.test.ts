import { expect, it } from 'vitest'
import { claims, forge } from '../support/tokens.ts'
import { soon, useStreams } from './live/streams_fixture.ts'

const { listenUp, alarm, sql, servers } = useStreams()

it('shows each listener what GET /alarmes shows them, whatever others of their SIS may see', async () => {
  const permissions = [
    ['intervention.lecture'],
    ['intervention.lecture', 'sapeur.lecture'],
    ['sapeur.lecture', 'intervention.lecture'],
    ['intervention.lecture', 'intervention.validation', 'sapeur.modification', 'sis.config'],
  ]
  const [sapeur] = await sql('select id::integer from app.sapeurs limit 1')
  const callers = [
    ...permissions.map((held, n) => claims({ id: (n % 3) + 1, permissions: { hs: held } })),
    claims({ id: 2, permissions: { hs: ['intervention.lecture'] }, sapeurs: { hs: Number(sapeur?.id) } }),
    claims({ id: 1, admin: true }),
  ]
  const all = await Promise.all(callers.map((data) => listenUp({ payload: { data } })))
  const id = await alarm('pour tous')
  await sql("insert into app.alarme_groupes (alarme_id, no, nom) values ($1, '90', 'EM')", [id])
  await sql(
    `insert into app.alarme_personnes (alarme_id, groupe_no, groupe_nom, nom_complet, sapeur_id)
     select $1, '90', 'EM', nom_prenom, id from app.sapeurs limit 3`,
    [id],
  )
  await sql("update app.alarmes set description = 'complète' where id = $1", [id])
  for (const [n, stream] of all.entries()) {
    const token = await forge(servers.key, { payload: { data: callers[n] } })
    const headers = { 'sis-key': 'hs', authorization: `Bearer ${token}` }
    const answer = await fetch(`${servers.urls().data}/api/v2/alarmes`, { headers })
    const { data } = (await answer.json()) as { data: unknown[] }
    await expect.poll(() => stream.data().at(-1), soon).toEqual(data[0])
    expect(stream.data().at(-1)).toMatchObject({ adresse: 'pour tous', description: 'complète' })
  }
})
