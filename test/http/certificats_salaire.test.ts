import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPages } from '../exports/feuille_fixture.ts'
import { makeAccount } from '../support/users.ts'
import { useAnnee } from './annee_fixture.ts'
import { link } from './mes_fixture.ts'
import { addPaidYear } from './samples/comptabilite_documents.ts'
import { addSapeur } from './samples/interventions.ts'

const api = useAnnee()
const { sql, database, made, download, refusal, addNamed, add, pay } = api

describe('salary certificates', () => {
  it('are annexes by the numbers of form 11, one page for each sapeur, by name', async () => {
    const anne = await addNamed('Zwahlen')
    await add(anne, 1, 5500)
    await add(anne, 2, 3000)
    await add(anne, 3, 20)
    await add(anne, 4, 14.8)
    await add(anne, 0, -30)
    await add(await addNamed('Aubry'), 1, 1000)
    await pay()
    const { name, bytes } = await download(`/certificats-salaire/${made.year}`)
    expect(name).toBe(`attachment; filename="certificats-salaire-hs-${made.annee}.pdf"`)
    const pages = await readPages(bytes)
    expect(pages).toHaveLength(2)
    expect(pages[0]).toContain('Aubry Léa')
    const [, page = ''] = pages
    expect(page).toContain(`Annexe au certificat de salaire`)
    expect(page).toContain(
      `Année ${made.annee} C N° AVS 756.1234.5678.97 Date de naissance 14.03.${made.annee - 40} D Année ${made.annee}`,
    )
    expect(page).toContain(`du 01.01.${made.annee} au 31.12.${made.annee} H Zwahlen Léa Rue du Hangar 4`)
    expect(page).toContain(
      '1 Salaire : solde et indemnités 8 500,00 8 Salaire brut total 8 500,00 9 Cotisations AVS/AI/APG/AC -198,40 ' +
        '11 Salaire net à reporter sur la déclaration d’impôt 8 301,60 13.1.2 Frais effectifs : autres 14,80 ' +
        '13.2.3 Frais forfaitaires : autres 20,00 15 Observations ' +
        'Solde pour tâches essentielles du service du feu 5 500,00 Autres indemnités 3 000,00 ' +
        'Autres montants versés ou retenus, hors certificat -30,00 Total versé dans l’année 8 306,40',
    )
  })

  it('are of one sapeur where told, of paid décomptes only', async () => {
    const anne = await addNamed('Zwahlen')
    await add(anne, 1, 100)
    await add(await addNamed('Aubry'), 1, 1000)
    await pay()
    await add(anne, 1, 7)
    await pay({ paid: false })
    const pages = await readPages(
      (await download(`/certificats-salaire/${made.year}?sapeur_id=${anne}`)).bytes,
    )
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Zwahlen Léa')
    expect(pages[0]).toContain('11 Salaire net à reporter sur la déclaration d’impôt 100,00')
  })

  it('are refused where nobody was paid, or for a sapeur of another SIS', async () => {
    const sentence = 'Aucun paiement dans un décompte payé de cet exercice comptable'
    expect(await refusal(`/certificats-salaire/${made.year}`)).toEqual([409, sentence])
    const elsewhere = await addSapeur((text, values) => sql(text, values, 'test'))
    for (const id of [elsewhere, 999_999])
      expect(await refusal(`/certificats-salaire/${made.year}?sapeur_id=${id}`)).toEqual([
        422,
        { sapeur_id: ['Ce sapeur n’existe pas.'] },
      ])
  })
})

describe('one’s own certificate', () => {
  const email = 'lea.certificat@example.org'
  let sapeur = 0

  beforeAll(async () => {
    const user = await makeAccount(database, { email, permissions: { hs: [] } })
    sapeur = await addSapeur(sql)
    await sql("update app.sapeurs set nom = 'Moimême', prenom = 'Léa' where id = $1", [sapeur])
    await link(api, user, sapeur)
  })

  it('has nobody else, whatever is asked', async () => {
    await add(sapeur, 2, 3000)
    const other = await addNamed('Zwahlen')
    await add(other, 2, 9000)
    await pay()
    const { status, name, bytes } = await download(
      `/mon-certificat-salaire/${made.year}?sapeur_id=${other}`,
      email,
    )
    expect([status, name]).toEqual([
      200,
      `attachment; filename="mon-certificat-salaire-hs-${made.annee}.pdf"`,
    ])
    const pages = await readPages(bytes)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Moimême Léa')
    expect(pages[0]).toContain('9 Cotisations AVS/AI/APG/AC -192,00')
    expect((await refusal(`/certificats-salaire/${made.year}`, email))[0]).toBe(403)
    expect((await refusal(`/exercices-comptable/${made.year}/avs`, email))[0]).toBe(403)
  })

  it('is refused where they were not paid', async () => {
    await add(await addNamed('Zwahlen'), 2, 9000)
    await pay()
    expect((await refusal(`/mon-certificat-salaire/${made.year}`, email))[0]).toBe(409)
  })
})

describe('documents of an accounting year', () => {
  const paths = (id: number) => [
    `/exercices-comptable/${id}/avs`,
    `/certificats-salaire/${id}`,
    `/mon-certificat-salaire/${id}`,
  ]
  const linked = 'commandant@example.org'

  it('are refused where it is no calendar year', async () => {
    for (const [debut, fin] of [
      [`${made.annee}-01-01`, `${made.annee}-06-30`],
      [`${made.annee}-02-01`, `${made.annee}-12-31`],
    ]) {
      await sql('update app.exercices_comptables set debut = $2, fin = $3 where id = $1', [
        made.year,
        debut,
        fin,
      ])
      for (const path of paths(made.year))
        expect([path, ...(await refusal(path, linked))]).toEqual([
          path,
          409,
          `L’exercice comptable ${made.annee} n’est pas une année civile : ce document se fait par année civile`,
        ])
    }
  })

  it('are of this SIS only', async () => {
    const elsewhere = await addPaidYear((text, values) => sql(text, values, 'test'))
    for (const id of [elsewhere.annee, 999_999])
      for (const path of paths(id))
        expect([path, ...(await refusal(path, linked))]).toEqual([path, 404, 'Exercice comptable inconnu'])
  })

  it.each(['lecture', 'modification', 'config'])(
    'are for comptabilite.%s alone, with the same figures',
    async (right) => {
      const email = `seul.${right}@example.org`
      await makeAccount(database, { email, permissions: { hs: [`comptabilite.${right}`] } })
      const anne = await addNamed('Rochat', `${made.annee - 65}-05-10`)
      await add(anne, 2, 3000, `${made.annee}-03-14`)
      await add(anne, 2, 4000, `${made.annee}-09-01`)
      await pay()
      const avs = parse((await download(`/exercices-comptable/${made.year}/avs`, email)).bytes, {
        delimiter: ';',
      })
      expect(avs[1]?.slice(3, 10)).toEqual([
        ...[`10.05.${made.annee - 65}`, '1', '12', '7000.00', '3000.00', '371.00', '33.00'],
      ])
      const [page] = await readPages((await download(`/certificats-salaire/${made.year}`, email)).bytes)
      expect(page).toContain(`Date de naissance 10.05.${made.annee - 65}`)
      expect(page).toContain('Rue du Hangar 4')
    },
  )
})
