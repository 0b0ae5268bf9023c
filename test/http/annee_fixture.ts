import { beforeAll, beforeEach } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addYear } from './samples/annees.ts'
import { addAvsParam, addEcriture } from './samples/comptabilite_decomptes.ts'
import { addSapeur } from './samples/interventions.ts'
import { one } from './samples/sample.ts'

/** The account that downloads, with comptabilite.lecture alone. */
const comptable = 'comptable.annee@example.org'

/** The data API with, before each test, a new calendar year with AVS parameters, and functions that fill and pay it. */
export function useAnnee() {
  const api = useDataApi()
  const { sql, servers, database } = api
  const made = { year: 0, annee: 0 }

  beforeAll(() => makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.lecture'] } }))
  beforeEach(async () => {
    made.year = await addYear(sql)
    await addAvsParam(sql, made.year)
    made.annee = await one(sql, 'select annee from app.exercices_comptables where id = $1', [made.year])
  })

  async function download(path: string, as = comptable) {
    const { accessToken } = await servers.signIn(as)
    const response = await fetch(`${servers.urls().data}/api/v2${path}`, {
      headers: { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, name: response.headers.get('content-disposition'), bytes }
  }
  const refusal = async (path: string, as = comptable) => {
    const { status, bytes } = await download(path, as)
    return [status, JSON.parse(bytes.toString()).error]
  }

  /** A sapeur with an address, an AVS number and, unless told otherwise, 40 years. */
  async function addNamed(nom: string, naissance: string | null = `${made.annee - 40}-03-14`) {
    const sapeur = await addSapeur(sql)
    await sql("update app.sapeurs set nom = $2, prenom = 'Léa', civilite_id = 1 where id = $1", [sapeur, nom])
    await sql(
      `insert into app.particularites (sapeur_id, rue, no_rue, localite_id, date_naissance)
       values ($1, 'Rue du Hangar', '4', (select min(id) from app.localites where nom = 'Bassecourt'), $2)
       on conflict (sis_key, sapeur_id) do update set rue = excluded.rue, no_rue = excluded.no_rue,
         localite_id = excluded.localite_id, date_naissance = excluded.date_naissance`,
      [sapeur, naissance],
    )
    await sql(
      `insert into app.salaires (sapeur_id, no_avs) values ($1, '756.1234.5678.97')
       on conflict (sis_key, sapeur_id) do update set no_avs = excluded.no_avs`,
      [sapeur],
    )
    return sapeur
  }
  const add = (sapeur: number, type: number, total: number, date = `${made.annee}-03-14`) =>
    addEcriture(sql, made.year, sapeur, { type, total, date })

  /** Pays what is unpaid. */
  async function pay({ paid = true } = {}): Promise<void> {
    const demande = {
      exercice_comptable_id: made.year,
      designation: 'Soldes',
      date: `${made.annee}-12-10`,
      deduction: true,
    }
    const id = await one(sql, 'select (app.make_decompte($1)).id', [JSON.stringify(demande)])
    if (paid) await sql('update app.decomptes set paye_le = date where id = $1', [id])
  }

  return { ...api, made, download, refusal, addNamed, add, pay }
}
